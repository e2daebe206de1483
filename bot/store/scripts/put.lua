#!lua
-- Add a job for Slack. ARGV: id, text, operation (one is one job, even after it was done).
-- include: clock
-- include: wake
if not redis.call('SET', K.operation .. ARGV[3], '1', 'NX', 'PX', C.operation_ms) then
  return 'known'
end
redis.call('HSET', K.jobs, ARGV[1], ARGV[2])
redis.call('ZADD', K.out, 'NX', clock(), ARGV[1])
wake('', '1')
return 'new'
