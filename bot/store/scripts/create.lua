#!lua
-- Record a request, final or open, if absent. Repeatable: the record's own id is the operation.
-- ARGV: id, session, call field, call revision, idempotency key, body hash, fixed text, then the
-- record's fields.
-- include: clock
-- include: record
-- include: journal
-- include: wake
local id, session, call, revision, key, body, fixed = unpack(ARGV, 1, 7)
local at = clock()
if redis.call('EXISTS', K.record .. id) == 1 then return answer('new', id) end

if key ~= '' then
  local first = redis.call('GET', K.idempotency .. key)
  if first then
    local first_body, first_id = string.match(first, '^(%S+) (%S+)$')
    if redis.call('EXISTS', K.record .. first_id) == 1 then
      return answer(first_body == body and 'known' or 'key_reused', first_id)
    end
  end
end

local r = {}
for i = 8, #ARGV, 2 do r[ARGV[i]] = ARGV[i + 1] end
local refusal = r.outcome and r.outcome ~= 'approved'
local state = redis.call('HGET', K.session .. session, 'state')
if not state then return {'missing'} end
if state ~= 'open' and not refusal then return {'stale'} end
local known = call ~= '' and redis.call('HGET', K.calls .. session, call)
if (known and string.match(known, '^%d+') or '0') ~= revision then return {'stale'} end

local audited = journal(r.outcome and 'decided' or 'asked', at, {
  'approval', id, 'session', session, 'digest', r.digest, 'outcome', r.outcome,
  'reason', r.reason, 'card_hash', r.card_hash, 'version', r.version, 'grant', r.grant_id})
if not audited and not refusal then return {'unauditable'} end

local until_ = math.max(at, tonumber(r.expires_at), tonumber(r.use_by or 0))
redis.call('HSET', K.record .. id, unpack(ARGV, 8))
redis.call('SET', K.shown .. id, fixed)
keep_for(id, until_ - at + C.keep_ms)
redis.call('PEXPIRE', K.session .. session, C.session_ms)
redis.call('PEXPIRE', K.calls .. session, C.session_ms)
if key ~= '' then
  redis.call('SET', K.idempotency .. key, body .. ' ' .. id, 'PX', C.idempotency_ms)
end
if not refusal then
  local last = r.outcome and tonumber(r.use_by or 0) or tonumber(r.expires_at)
  redis.call('ZADD', K.due, last, id)
  redis.call('HSET', K.live .. session, id, call)
  redis.call('PEXPIRE', K.live .. session, C.session_ms)
end
if r.card_nonce then
  redis.call('ZADD', K.out, 'NX', at, 'card:' .. id)
  wake(id, '1')
end
return {'new'}
