#!lua flags=allow-oom
-- What the connector reports of a final record: delivered, executed. The first report stands.
-- ARGV: id, kind, ok, digest of the result, summary.
-- include: clock
-- include: record
-- include: journal
-- include: card
local id, kind, ok, result, summary = unpack(ARGV)
local r = load(id)
if not r then return {'missing'} end
if not r.outcome or r[kind .. '_at'] then return {'ok'} end
local at = clock()
journal(kind, at, {
  'approval', id, 'session', r.session_id, 'digest', r.digest, 'ok', ok, 'result', result,
  'summary', summary, 'unspent', r.spender and '' or '1'})
redis.call('HSET', K.record .. id, kind .. '_at', at)
if ok ~= '' then redis.call('HSET', K.record .. id, 'executed_ok', ok) end
changed(id, at, r.card_nonce)
return {'ok'}
