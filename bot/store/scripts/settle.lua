#!lua flags=allow-oom
-- End an open request without a person; ended the same way already is done.
-- ARGV: id, outcome, reason, message.
-- include: clock
-- include: close
local id, outcome, reason, message = unpack(ARGV)
local at = clock()
local r = load(id)
if not r then return {'missing'} end
if r.outcome then
  local same = r.outcome == outcome and r.reason == reason
  return answer(same and 'done' or 'already', id)
end
if expired(id, r, at) then return answer(outcome == 'expired' and 'done' or 'late', id) end
close(id, r, at, outcome, reason, message)
return answer('done', id)
