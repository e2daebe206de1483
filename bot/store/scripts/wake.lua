-- Tell every process: `subject` changed ('' for none), and whether there is work for Slack.
local function wake(subject, work)
  redis.call('XADD', K.wake, 'MAXLEN', '~', 10000, '*', 's', subject, 'w', work)
end
