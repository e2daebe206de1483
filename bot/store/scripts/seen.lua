#!lua
-- Whether a delivery comes for the first time. ARGV: hashed name, operation, milliseconds.
local key = K.seen .. ARGV[1]
local first = redis.call('GET', key)
if first then return first == ARGV[2] and 1 or 0 end
redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
return 1
