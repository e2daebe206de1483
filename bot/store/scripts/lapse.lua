#!lua flags=allow-oom
-- Grants whose time ran out, each answered once. ARGV: how many at most, operation.
-- include: clock
-- include: once
-- include: record
-- include: journal
-- include: card
-- include: granted
local before = remembered(ARGV[2])
if before then return before end
local at = clock()
local gone = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', K.lapse, '-inf', at, 'LIMIT', 0, ARGV[1])) do
  local session, grant = string.match(name, '^(%S+) (%S+)$')
  local text = redis.call('HGET', K.grants .. session, grant)
  if text then
    journal('grant_lapsed', at, {'session', session, 'grant', grant})
    grant_ends(text, at, 'lapsed')
    gone[#gone + 1] = text
  end
  redis.call('HDEL', K.grants .. session, grant)
  redis.call('ZREM', K.lapse, name)
end
if #gone > 0 then remember(ARGV[2], gone) end
return gone
