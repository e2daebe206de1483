#!lua flags=no-writes
-- The facts around one request in one reading. ARGV: session, call field.
-- include: clock
local session, call = unpack(ARGV)
local found = redis.call('HMGET', K.session .. session, 'data', 'state', 'turn', 'opened_at')
if not found[1] then return {'missing'} end
local at = clock()
return {'ok', string.format('%.0f', at), found,
  call ~= '' and redis.call('HGET', K.calls .. session, call),
  redis.call('HGETALL', K.grants .. session),
  redis.call('ZRANGEBYSCORE', K.denied .. session, '(' .. string.format('%.0f', at), '+inf')}
