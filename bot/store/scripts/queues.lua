#!lua flags=no-writes
-- How much is under way: requests that are open or not yet spent, jobs for Slack, and for how many
-- milliseconds the oldest of these has been due.
-- include: clock
local first = redis.call('ZRANGE', K.out, 0, 0, 'WITHSCORES')
local late = first[1] and math.max(0, math.floor(clock() - first[2])) or 0
return {redis.call('ZCARD', K.due), redis.call('ZCARD', K.out), late}
