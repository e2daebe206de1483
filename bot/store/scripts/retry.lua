#!lua flags=allow-oom
-- A job is due again later. ARGV: id, claim, delay in milliseconds.
-- include: clock
-- include: holds
if not holds(ARGV[1], ARGV[2]) then return 'lost' end
redis.call('ZADD', K.out, clock() + ARGV[3], ARGV[1])
return 'ok'
