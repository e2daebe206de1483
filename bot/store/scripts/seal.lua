-- A message of an agent's texts goes out: it takes no more of them, and its minute begins.
local function seal(job, at)
  local session = string.match(job, '^notice:([^:]+):')
  if not session then return end
  local key = K.notices .. session
  if redis.call('HGET', key, 'job') == job then redis.call('HDEL', key, 'job', 'lines', 'size') end
  redis.call('HSET', key, 'next', at + C.notice_every_ms)
  redis.call('PEXPIRE', key, C.notices_ms)
end
