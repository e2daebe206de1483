#!lua flags=allow-oom
-- A job is finished, unless its card moved on past the version that was drawn.
-- ARGV: id, claim, record id or '', version.
-- include: clock
-- include: holds
-- include: wake
local id, claim, record, version = unpack(ARGV)
if not holds(id, claim) then return 'lost' end
local stands = record ~= '' and redis.call('HGET', K.record .. record, 'version')
if stands and tonumber(stands) > tonumber(version) then
  redis.call('ZADD', K.out, clock(), id)
  redis.call('HDEL', K.claims, id)
  wake('', '1')
  return 'again'
end
redis.call('ZREM', K.out, id)
redis.call('HDEL', K.claims, id)
redis.call('HDEL', K.jobs, id)
return 'done'
