#!lua
-- The session id of an external id, the given one on first use. ARGV: hashed name, id.
local key = K.external .. ARGV[1]
local id = redis.call('GET', key) or ARGV[2]
redis.call('SET', key, id, 'PX', C.session_ms)
return id
