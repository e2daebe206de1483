#!lua
-- The last check before a tool runs: "ok" to the one spender, however often it asks.
-- ARGV: id, digest, spender, version that the caller judged.
-- include: clock
-- include: close
local id, digest, spender, version = unpack(ARGV)
local at = clock()
local r = load(id)
if not r then return {'missing'} end
expired(id, r, at)
if r.outcome ~= 'approved' or spender == '' then return answer('refused', id) end
if r.digest ~= digest then return answer('stale', id) end
if r.spender then return answer(r.spender == spender and 'ok' or 'spent', id) end
if at >= tonumber(r.use_by or 0) then return answer('expired', id) end
if r.void then return answer('void', id) end
if r.version ~= version then return answer('refused', id) end

local ends, made, uses, text
if r.grant_id then
  local grant = redis.call('HGET', K.grants .. r.session_id, r.grant_id)
  if not grant then return answer('grant_gone', id) end
  ends, made, uses, text = string.match(grant, '^(%d+) (%d+) (%S+) (.*)$')
  if at >= tonumber(ends) or uses == '0' then return answer('grant_gone', id) end
end

local audited = journal('spent', at, {
  'approval', id, 'session', r.session_id, 'digest', r.digest, 'card_hash', r.card_hash,
  'version', r.version, 'grant', r.grant_id})
if not audited then return answer('unauditable', id) end

if uses and uses ~= '-' then
  redis.call('HSET', K.grants .. r.session_id, r.grant_id,
    string.format('%s %s %d %s', ends, made, uses - 1, text))
end
redis.call('HSET', K.record .. id, 'spender', spender, 'spent_at', at)
redis.call('ZREM', K.due, id)
redis.call('HDEL', K.live .. r.session_id, id)
changed(id, at, r.card_nonce)
return answer('ok', id)
