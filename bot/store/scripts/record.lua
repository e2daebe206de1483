-- A permission record's hash as a table; nil where there is none.
local function load(id)
  local flat = redis.call('HGETALL', K.record .. id)
  if #flat == 0 then return nil end
  local r = {}
  for i = 1, #flat, 2 do r[flat[i]] = flat[i + 1] end
  return r
end

local function answer(status, id)
  return {status, redis.call('HGETALL', K.record .. id), redis.call('GET', K.shown .. id)}
end

local function keep_for(id, milliseconds)
  redis.call('PEXPIRE', K.record .. id, milliseconds)
  redis.call('PEXPIRE', K.shown .. id, milliseconds)
end
