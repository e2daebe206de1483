-- include: record
-- include: journal
-- include: card
-- End an open request without a person. A refusal is never blocked by the journal.
local function close(id, r, at, outcome, reason, message)
  journal(outcome == 'expired' and 'expired' or 'settled', at, {
    'approval', id, 'session', r.session_id, 'digest', r.digest, 'outcome', outcome,
    'reason', reason, 'card_hash', r.card_hash, 'version', r.version})
  redis.call('HSET', K.record .. id, 'outcome', outcome, 'reason', reason, 'message', message,
    'decided_at', at)
  redis.call('ZREM', K.due, id)
  redis.call('HDEL', K.live .. r.session_id, id)
  keep_for(id, C.keep_ms)
  changed(id, at, r.card_nonce)
end

-- True where the time of an open request is up; it is expired then. The instant is too late.
local function expired(id, r, at)
  if r.outcome or at < tonumber(r.expires_at) then return false end
  close(id, r, at, 'expired', C.expired, C.expired_words)
  return true
end
