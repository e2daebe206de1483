-- include: wake
-- What a card shows has changed. A job that waits or is leased stays as it is: whoever holds it
-- sees at the end that the version moved on.
local function changed(id, at, has_card)
  redis.call('HINCRBY', K.record .. id, 'version', 1)
  if has_card then redis.call('ZADD', K.out, 'NX', at, 'card:' .. id) end
  wake(id, has_card and '1' or '')
end
