#!lua
-- A new turn: the calls announced in the last one are forgotten. ARGV: session, operation.
local key = K.session .. ARGV[1]
local found = redis.call('HMGET', key, 'state', 'turn_op')
if not found[1] then return 'missing' end
if found[1] ~= 'open' then return 'ended' end
if found[2] == ARGV[2] then return 'ok' end
redis.call('HINCRBY', key, 'turn', 1)
redis.call('HSET', key, 'turn_op', ARGV[2])
redis.call('PEXPIRE', key, C.session_ms)
redis.call('DEL', K.calls .. ARGV[1])
return 'ok'
