#!lua
-- One journal entry that belongs to no transition. ARGV: operation, kind, then names and values.
-- include: clock
-- include: journal
if redis.call('EXISTS', K.operation .. ARGV[1]) == 1 then return 'ok' end
if not journal(ARGV[2], clock(), {unpack(ARGV, 3)}) then return 'unauditable' end
redis.call('SET', K.operation .. ARGV[1], '1', 'PX', C.operation_ms)
return 'ok'
