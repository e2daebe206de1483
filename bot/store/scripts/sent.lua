#!lua flags=allow-oom
-- Slack answered where the card stands. A copy that a click bound already stays as it is.
-- ARGV: id, channel, ts.
local key = K.record .. ARGV[1]
local found = redis.call('HMGET', key, 'version', 'card_ts')
if not found[1] then return 'missing' end
if not found[2] then redis.call('HSET', key, 'card_channel', ARGV[2], 'card_ts', ARGV[3]) end
return 'ok'
