-- An approval that was given may no longer be spent.
local function void(id, r, at, why)
  journal('voided', at, {
    'approval', id, 'session', r.session_id, 'digest', r.digest, 'reason', why,
    'version', r.version})
  redis.call('HSET', K.record .. id, 'void', why)
  redis.call('ZREM', K.due, id)
  redis.call('HDEL', K.live .. r.session_id, id)
  changed(id, at, r.card_nonce)
end

local function unspent(r)
  return r.outcome == 'approved' and not r.spender and not r.void
end

-- What a live request suffers when its call changed or its session ended.
local function undo(id, at, why, words)
  local r = load(id)
  if not r or expired(id, r, at) then return false end
  if not r.outcome then
    close(id, r, at, 'cancelled', why, words)
    return true
  end
  if unspent(r) then void(id, r, at, why) end
  return unspent(r)
end
