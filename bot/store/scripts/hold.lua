#!lua flags=allow-oom
-- Nobody uses a lane for a while. ARGV: lane, milliseconds.
-- include: clock
local key = K.lane .. ARGV[1]
local ends = clock() + ARGV[2]
if tonumber(redis.call('HGET', key, 'hold') or 0) < ends then
  redis.call('HSET', key, 'hold', ends)
end
redis.call('PEXPIRE', key, math.min(C.lane_ms, math.max(redis.call('PTTL', key), ARGV[2] + 1000)))
return 0
