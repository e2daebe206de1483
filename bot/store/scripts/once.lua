-- What an operation answered the first time, for whoever repeats it after a lost reply.
local function remembered(op)
  local text = redis.call('GET', K.operation .. op)
  return text and cjson.decode(text)
end

local function remember(op, result)
  redis.call('SET', K.operation .. op, cjson.encode(result), 'PX', C.operation_ms)
  return result
end
