#!lua
-- A place in a rate lane: 0, or milliseconds to wait. ARGV: lane, milliseconds a place, burst.
-- `next` is when the lane would be empty if nobody came any more.
-- include: clock
local key = K.lane .. ARGV[1]
local every, burst = tonumber(ARGV[2]), tonumber(ARGV[3])
local at = clock()
local found = redis.call('HMGET', key, 'next', 'hold')
local held = tonumber(found[2] or 0)
if held > at then return math.ceil(held - at) end
local free = math.max(tonumber(found[1] or 0), at)
local early = free - at - every * (burst - 1)
if early > 0 then return math.ceil(early) end
redis.call('HSET', key, 'next', free + every)
redis.call('PEXPIRE', key, math.min(C.lane_ms, math.ceil(free + every - at) + 1000))
return 0
