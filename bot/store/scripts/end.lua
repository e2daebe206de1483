#!lua flags=allow-oom
-- End a session: its open requests are cancelled, its approvals void, its grants gone.
-- ARGV: session.
-- include: clock
-- include: close
-- include: void
local session = ARGV[1]
local key = K.session .. session
local found = redis.call('HMGET', key, 'state', 'touched', 'external')
if not found[1] then return {'missing'} end
if found[1] == 'ended' then return {'ok', found[2] or ''} end
local at = clock()
journal('session_ended', at, {'session', session})
local touched = {}
local live = redis.call('HGETALL', K.live .. session)
for i = 1, #live, 2 do
  if undo(live[i], at, C.session_ended, C.session_ended_words) then
    touched[#touched + 1] = live[i]
  end
end
for _, grant in ipairs(redis.call('HKEYS', K.grants .. session)) do
  redis.call('ZREM', K.lapse, session .. ' ' .. grant)
end
redis.call('DEL', K.grants .. session, K.calls .. session, K.live .. session)
if found[3] and found[3] ~= '' then redis.call('DEL', K.external .. found[3]) end
local ids = table.concat(touched, ',')
redis.call('HSET', key, 'state', 'ended', 'touched', ids)
redis.call('PEXPIRE', key, C.session_ms)
wake(session, '')
return {'ok', ids}
