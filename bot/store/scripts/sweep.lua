#!lua flags=allow-oom
-- Expire open requests whose time is up, and close approvals that nobody used in time.
-- ARGV: how many at most. Answers the ids that expired.
-- include: clock
-- include: close
-- include: void
local at = clock()
local ids = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', K.due, '-inf', at, 'LIMIT', 0, ARGV[1])) do
  local r = load(id)
  if r and expired(id, r, at) then
    ids[#ids + 1] = id
  elseif r and unspent(r) and at >= tonumber(r.use_by or 0) then
    void(id, r, at, C.unused)
  else
    redis.call('ZREM', K.due, id)
  end
end
return ids
