#!lua flags=allow-oom
-- One record; one whose time is up is expired first. ARGV: id.
-- include: clock
-- include: close
local id = ARGV[1]
local r = load(id)
if not r then return {'missing'} end
expired(id, r, clock())
return answer('ok', id)
