#!lua
-- Keep an answer unless there is one. ARGV: hashed key, hash of the body, text.
local key = K.reply .. ARGV[1]
local kept = redis.call('GET', key)
if kept then return kept end
redis.call('SET', key, ARGV[2] .. ' ' .. ARGV[3], 'PX', C.idempotency_ms)
return ARGV[2] .. ' ' .. ARGV[3]
