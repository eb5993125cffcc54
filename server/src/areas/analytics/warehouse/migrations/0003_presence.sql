-- Who has been watching in the last minutes, for figures of this moment.
CREATE TABLE IF NOT EXISTS presence (
  environment_id UUID,
  received_at DateTime64(3, 'UTC'),
  view_id UUID,
  seq UInt32,
  is_present UInt8,
  object_id UUID,
  kind LowCardinality(String),
  country LowCardinality(String),
  device_type LowCardinality(String)
)
ENGINE = MergeTree
PARTITION BY toDate(received_at)
ORDER BY (toStartOfMinute(received_at), environment_id, view_id)
TTL toDateTime(received_at) + INTERVAL 1 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

-- How many views were going on, every ten seconds.
CREATE TABLE IF NOT EXISTS concurrent (
  environment_id UUID,
  at DateTime('UTC'),
  object_id UUID,
  kind LowCardinality(String),
  viewers UInt32
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (environment_id, at, object_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

-- Which parts of a video a view has played, in seconds of the video. The latest report of a view holds.
CREATE TABLE IF NOT EXISTS played_ranges (
  environment_id UUID,
  object_id UUID,
  view_id UUID,
  started_at DateTime64(3, 'UTC'),
  seq UInt32,
  ranges Array(Tuple(UInt32, UInt32))
)
ENGINE = ReplacingMergeTree(seq)
PARTITION BY toYYYYMM(started_at)
ORDER BY (environment_id, object_id, started_at, view_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
