-- Requests of views whose players say which view they are for, by ten seconds.
CREATE TABLE IF NOT EXISTS view_requests (
  environment_id UUID,
  view_id UUID,
  at DateTime('UTC'),
  file LowCardinality(String),
  rendition LowCardinality(String),
  status UInt16,
  requests SimpleAggregateFunction(sum, Int64),
  bytes SimpleAggregateFunction(sum, Int64),
  slowest_ms SimpleAggregateFunction(max, UInt32)
)
ENGINE = AggregatingMergeTree
PARTITION BY toDate(at)
ORDER BY (environment_id, view_id, at, file, rendition, status)
TTL at + INTERVAL 14 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
