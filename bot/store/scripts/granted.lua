-- The record of the card on which a grant was given says how the grant ended.
local function grant_ends(text, at, how)
  local id = string.match(text, '"request":"([a-z0-9_]+)"')
  local r = id and load(id)
  if not r then return end
  redis.call('HSET', K.record .. id, 'grant_ended', how)
  changed(id, at, r.card_nonce)
end
