#!lua
-- Keep a new credential. ARGV: id, text, hash of the secret, '1' for only if it is the first
-- operator, '1' for an operator. A credential lies as: made at, revoked at, hash, text.
-- include: clock
-- include: journal
local id, text, hash, first, operator = unpack(ARGV)
if redis.call('HEXISTS', K.credentials, id) == 1 then return 'ok' end
if first == '1' and redis.call('HEXISTS', K.meta, 'operator') == 1 then return 'taken' end
local at = clock()
if not journal('credential_added', at, {'credential', id}) then return 'unauditable' end
redis.call('HSET', K.credentials, id, string.format('%.0f 0 %s ', at, hash) .. text)
if operator == '1' then redis.call('HSET', K.meta, 'operator', id) end
return 'ok'
