#!lua
-- Keep an announced call if nobody changed it meanwhile. What was asked on the call as it was
-- before ends with it. ARGV: session, call field, expected revision, operation, 1 where the
-- meaning changed, call.
-- A call lies as: revision, operation, touched ids, text.
-- include: clock
-- include: close
-- include: void
local session, call, expected, op, differs, text = unpack(ARGV)
local key = K.session .. session
local state = redis.call('HGET', key, 'state')
if not state then return {'missing'} end
if state ~= 'open' then return {'ended'} end
local known = redis.call('HGET', K.calls .. session, call)
if known then
  local revision, last_op, touched = string.match(known, '^(%d+) (%S+) (%S*) ')
  if last_op == op then return {'ok', touched} end
  if revision ~= expected then return {'again', known} end
elseif expected ~= '0' then
  return {'again', false}
end

local at = clock()
local touched = {}
if differs == '1' then
  local live = redis.call('HGETALL', K.live .. session)
  for i = 1, #live, 2 do
    if live[i + 1] == call and undo(live[i], at, C.call_changed, C.call_changed_words) then
      touched[#touched + 1] = live[i]
    end
  end
end
local revision = redis.call('HINCRBY', key, 'revision', 1)
local ids = table.concat(touched, ',')
redis.call('HSET', K.calls .. session, call,
  string.format('%d %s %s ', revision, op, ids) .. text)
redis.call('PEXPIRE', K.calls .. session, C.session_ms)
redis.call('PEXPIRE', key, C.session_ms)
return {'ok', ids}
