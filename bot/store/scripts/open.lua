#!lua
-- Keep a session if its id is new. ARGV: id, operation, data, hashed external name.
-- include: clock
local id, op, data, external = unpack(ARGV)
local key = K.session .. id
local fresh = redis.call('EXISTS', key) == 0
if fresh then
  redis.call('HSET', key, 'data', data, 'state', 'open', 'turn', 0, 'opened_at', clock(),
    'op', op, 'external', external, 'revision', 0)
end
redis.call('PEXPIRE', key, C.session_ms)
local kept = redis.call('HMGET', key, 'data', 'state', 'turn', 'opened_at', 'op')
kept[5] = kept[5] == op and '1' or ''
return kept
