-- The store's clock in milliseconds: the only clock of every expiry.
local function clock()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
