#!lua flags=allow-oom
-- Take due jobs for a time. A claim is numbered: only the latest may finish the job.
-- ARGV: how many at most, lease in milliseconds. Answers id, claim, tries, text for each.
-- include: clock
-- include: seal
local at = clock()
local taken = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', K.out, '-inf', at, 'LIMIT', 0, ARGV[1])) do
  local before = redis.call('HGET', K.claims, id)
  local tries = before and string.match(before, ' (%d+)$') + 1 or 1
  local claim = redis.call('INCR', K.claim)
  redis.call('HSET', K.claims, id, string.format('%.0f %d', claim, tries))
  redis.call('ZADD', K.out, at + ARGV[2], id)
  seal(id, at)
  taken[#taken + 1] = {id, claim, tries, redis.call('HGET', K.jobs, id)}
end
return taken
