#!lua flags=allow-oom
-- A person's verdict on an open request. The click is the operation: sent again, it hears the
-- same. ARGV: id, op, verdict, outcome, team, user, reason, message, channel, ts, nonce,
-- milliseconds to use it, how, then of a grant: id, text, uses, milliseconds that it lives.
-- include: clock
-- include: close
local id, op, verdict, outcome, team, user, reason, message = unpack(ARGV, 1, 8)
local channel, ts, nonce, use_for, how = unpack(ARGV, 9, 13)
local grant, grant_text, uses, lives = unpack(ARGV, 14, 17)
local at = clock()
local r = load(id)
if not r then return {'missing'} end
if r.op == op then return answer(r.reason == C.unauditable and 'unauditable' or 'done', id) end
if expired(id, r, at) or r.outcome == 'expired' then return answer('late', id) end
if r.outcome then return answer('already', id) end
-- A click may overtake Slack's answer to the post: then the copy has no `ts` yet and takes this one.
if r.card_nonce ~= nonce or r.card_channel ~= channel or ts == ''
    or (r.card_ts and r.card_ts ~= ts) then
  return answer('stale', id)
end

local status = 'done'
local approves = outcome == 'approved'
local entry = {
  'approval', id, 'session', r.session_id, 'team', team, 'user', user, 'digest', r.digest,
  'verdict', verdict, 'outcome', outcome, 'reason', reason, 'card_hash', r.card_hash,
  'version', r.version, 'how', how, 'op', op, 'grant', grant}
local audited = journal('ruled', at, entry)
if approves and not audited then
  status, approves, grant = 'unauditable', false, ''
  outcome, reason, message = 'denied_by_policy', C.unauditable, C.unauditable_words
end

redis.call('HSET', K.record .. id, 'outcome', outcome, 'reason', reason, 'message', message,
  'decided_at', at, 'decided_by', user, 'decided_team', team, 'verdict', verdict, 'op', op,
  'card_ts', ts)
if approves then
  local use_by = at + use_for
  redis.call('HSET', K.record .. id, 'use_by', use_by)
  redis.call('ZADD', K.due, use_by, id)
  keep_for(id, use_for + C.keep_ms)
else
  redis.call('ZREM', K.due, id)
  redis.call('HDEL', K.live .. r.session_id, id)
  keep_for(id, C.keep_ms)
end
if outcome == 'denied_by_user' then
  redis.call('ZREMRANGEBYSCORE', K.denied .. r.session_id, '-inf', at)
  redis.call('ZADD', K.denied .. r.session_id, at + C.deny_memory_ms, r.digest)
  -- Of the call without what a model said of it, or a no would be undone by saying less.
  if r.denied_as then
    redis.call('ZADD', K.denied .. r.session_id, at + C.deny_memory_ms, r.denied_as)
  end
  redis.call('PEXPIRE', K.denied .. r.session_id, C.deny_memory_ms)
end
if grant ~= '' then
  local ends = string.format('%.0f', at + lives)
  redis.call('HSET', K.record .. id, 'grant_id', grant)
  redis.call('HSET', K.grants .. r.session_id, grant,
    string.format('%s %.0f %s %s', ends, at, uses, grant_text))
  redis.call('PEXPIRE', K.grants .. r.session_id, C.grants_ms)
  redis.call('ZADD', K.lapse, ends, r.session_id .. ' ' .. grant)
end
changed(id, at, true)
return answer(status, id)
