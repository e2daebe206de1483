-- One entry; false where the journal does not take it. Called before anything else is written.
local function journal(kind, at, fields)
  local entry = {'kind', kind, 'at', string.format('%.0f', at)}
  for i = 1, #fields, 2 do
    if fields[i + 1] and fields[i + 1] ~= '' then
      entry[#entry + 1] = fields[i]
      entry[#entry + 1] = fields[i + 1]
    end
  end
  local id = redis.pcall('XADD', K.journal, '*', unpack(entry))
  return type(id) == 'string'
end
