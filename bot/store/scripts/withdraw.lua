#!lua flags=allow-oom
-- An approval not yet spent may no longer be spent. ARGV: id, why.
-- include: clock
-- include: close
-- include: void
local id, why = unpack(ARGV)
local r = load(id)
if not r then return {'missing'} end
if unspent(r) then void(id, r, clock(), why) end
return {'ok'}
