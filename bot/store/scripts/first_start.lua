#!lua
-- What is fixed at the first start. ARGV: installation id, number of partitions.
redis.call('HSETNX', K.meta, 'installation', ARGV[1])
redis.call('HSETNX', K.meta, 'partitions', ARGV[2])
return redis.call('HMGET', K.meta, 'installation', 'partitions')
