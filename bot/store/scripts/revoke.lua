#!lua flags=allow-oom
-- Take a grant back. ARGV: session, grant, by, operation.
-- include: clock
-- include: once
-- include: journal
-- include: wake
local session, grant, by, op = unpack(ARGV)
local before = remembered(op)
if before then return before[1] end
if redis.call('HEXISTS', K.grants .. session, grant) == 0 then return 0 end
journal('grant_revoked', clock(), {'session', session, 'grant', grant, 'by', by, 'op', op})
redis.call('HDEL', K.grants .. session, grant)
redis.call('ZREM', K.lapse, session .. ' ' .. grant)
wake(session, '')
return remember(op, {1})[1]
