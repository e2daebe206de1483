#!lua flags=no-writes
-- The grants of a session and the store's time. ARGV: session.
-- include: clock
return {string.format('%.0f', clock()), redis.call('HGETALL', K.grants .. ARGV[1])}
