#!lua flags=no-writes
-- One credential and the store's time. ARGV: id.
-- include: clock
return {string.format('%.0f', clock()), redis.call('HGET', K.credentials, ARGV[1])}
