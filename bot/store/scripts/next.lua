#!lua flags=no-writes
-- Milliseconds until the next job is due; -1: there is none.
-- include: clock
local first = redis.call('ZRANGE', K.out, 0, 0, 'WITHSCORES')
if not first[1] then return -1 end
return math.max(0, math.ceil(first[2] - clock()))
