#!lua flags=allow-oom
-- Make a credential worthless. ARGV: id.
-- include: clock
-- include: journal
local kept = redis.call('HGET', K.credentials, ARGV[1])
if not kept then return 'missing' end
local made, revoked, rest = string.match(kept, '^(%d+) (%d+) (.*)$')
if revoked ~= '0' then return 'ok' end
local at = clock()
journal('credential_revoked', at, {'credential', ARGV[1]})
redis.call('HSET', K.credentials, ARGV[1], string.format('%s %.0f ', made, at) .. rest)
return 'ok'
