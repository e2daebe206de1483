#!lua flags=allow-oom
-- Take a grant back. ARGV: session, grant, by, operation.
-- include: clock
-- include: once
-- include: record
-- include: journal
-- include: card
-- include: granted
local session, grant, by, op = unpack(ARGV)
local before = remembered(op)
if before then return before[1] end
local text = redis.call('HGET', K.grants .. session, grant)
if not text then return 0 end
local at = clock()
journal('grant_revoked', at, {'session', session, 'grant', grant, 'by', by, 'op', op})
grant_ends(text, at, 'revoked')
redis.call('HDEL', K.grants .. session, grant)
redis.call('ZREM', K.lapse, session .. ' ' .. grant)
wake(session, '')
return remember(op, {1})[1]
