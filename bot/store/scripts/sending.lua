#!lua flags=allow-oom
-- Store the hash of a card before it is sent. The same card of the same version is the same
-- generation. ARGV: id, hash, cut, redacted, version.
local id, hash, cut, redacted, version = unpack(ARGV)
local key = K.record .. id
local found = redis.call('HMGET', key, 'version', 'card_hash', 'sent_version', 'generation')
if not found[1] then return -1 end
if found[2] == hash and found[3] == version then return tonumber(found[4]) end
redis.call('HSET', key, 'card_hash', hash, 'card_cut', cut, 'card_redacted', redacted,
  'sent_version', version)
return redis.call('HINCRBY', key, 'generation', 1)
