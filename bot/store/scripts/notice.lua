#!lua
-- Keep an agent's text for its session's next message; a job carries it, due when the minute of
-- the last one is over. ARGV: session, operation, job, job text, line, its length, its hash,
-- severity. Behind the job's own text lie the lines, and `+N` for N that were only counted.
-- include: clock
-- include: once
-- include: journal
-- include: wake
local session, op, fresh, head, line, length, hash, severity = unpack(ARGV)
local before = remembered(op)
if before then return before[1] end
local state = redis.call('HGET', K.session .. session, 'state')
if not state then return 'missing' end
if state ~= 'open' then return 'ended' end

local at = clock()
local key = K.notices .. session
local found = redis.call('HMGET', key, 'job', 'lines', 'size', 'next')
local job = found[1]
local text = job and redis.call('HGET', K.jobs, job)
local lines, size = 0, 0
if text then
  lines, size = tonumber(found[2]), tonumber(found[3])
else
  job = fresh
end
local fits = not text or (lines < C.notice_lines and size + length <= C.notice_size)
local kept = fits and 'text' or 'count'
if not journal('notified', at, {
    'session', session, 'job', job, 'severity', severity, 'sha256', hash, 'kept', kept,
    'op', op}) then
  return 'unauditable'
end

if not text then
  redis.call('ZADD', K.out, math.max(at, tonumber(found[4] or 0)), job)
  wake('', '1')
end
if fits then
  redis.call('HSET', K.jobs, job, (text or head) .. '\n' .. line)
  redis.call('HSET', key, 'job', job, 'lines', lines + 1, 'size', size + length)
else
  local whole, more = string.match(text, '^(.*)\n%+(%d+)$')
  redis.call('HSET', K.jobs, job, (whole or text) .. '\n+' .. string.format('%d', (more or 0) + 1))
  -- From here on nothing fits, so that the count stays last.
  redis.call('HSET', key, 'lines', C.notice_lines)
end
redis.call('PEXPIRE', key, C.notices_ms)
return remember(op, {kept})[1]
