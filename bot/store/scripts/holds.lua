-- Whether a claim is still the latest one of its job.
local function holds(id, claim)
  local latest = redis.call('HGET', K.claims, id)
  return latest and string.match(latest, '^(%d+) ') == claim
end
