-- What players report, as it came: the timeline of each view.
CREATE TABLE IF NOT EXISTS view_events (
  environment_id UUID,
  view_id UUID,
  seq UInt32,
  received_at DateTime64(3, 'UTC'),
  at DateTime64(3, 'UTC'),
  elapsed_ms UInt32,
  type LowCardinality(String),
  value Nullable(Float64),
  error_code LowCardinality(String),
  position_s Float64,
  watch_ms UInt32,
  rebuffer_ms UInt32
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(received_at)
ORDER BY (environment_id, view_id, seq)
TTL toDateTime(received_at) + INTERVAL 90 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

-- Views. Each report of a view adds a row with what has changed since the one before, so that sums over rows are sums over
-- views at any time. Merges join the rows of a view into one.
CREATE TABLE IF NOT EXISTS views (
  environment_id UUID,
  started_at DateTime64(3, 'UTC'),
  object_id UUID,
  view_id UUID,
  kind SimpleAggregateFunction(any, LowCardinality(String)),
  custom_playback_id SimpleAggregateFunction(any, UUID),
  session_id SimpleAggregateFunction(any, UInt64),
  viewer_id SimpleAggregateFunction(any, UInt64),
  programme SimpleAggregateFunction(any, LowCardinality(String)),
  partner SimpleAggregateFunction(any, LowCardinality(String)),
  country SimpleAggregateFunction(any, LowCardinality(String)),
  region SimpleAggregateFunction(any, LowCardinality(String)),
  city SimpleAggregateFunction(any, LowCardinality(String)),
  isp SimpleAggregateFunction(any, LowCardinality(String)),
  device_type SimpleAggregateFunction(any, LowCardinality(String)),
  device SimpleAggregateFunction(any, LowCardinality(String)),
  os SimpleAggregateFunction(any, LowCardinality(String)),
  browser SimpleAggregateFunction(any, LowCardinality(String)),
  player_version SimpleAggregateFunction(any, LowCardinality(String)),
  page_host SimpleAggregateFunction(any, LowCardinality(String)),
  is_bot SimpleAggregateFunction(any, UInt8),
  views SimpleAggregateFunction(sum, Int64),
  started_views SimpleAggregateFunction(sum, Int64),
  exits_before_start SimpleAggregateFunction(sum, Int64),
  playback_failures SimpleAggregateFunction(sum, Int64),
  startup_failures SimpleAggregateFunction(sum, Int64),
  error_code SimpleAggregateFunction(max, String),
  startup_ms SimpleAggregateFunction(max, Nullable(UInt32)),
  watch_ms SimpleAggregateFunction(sum, Int64),
  played_ms SimpleAggregateFunction(sum, Int64),
  rebuffer_ms SimpleAggregateFunction(sum, Int64),
  rebuffers SimpleAggregateFunction(sum, Int64),
  seek_ms SimpleAggregateFunction(sum, Int64),
  seeks SimpleAggregateFunction(sum, Int64),
  kbit SimpleAggregateFunction(sum, Int64),
  max_position_s SimpleAggregateFunction(max, Float64),
  last_seq SimpleAggregateFunction(max, UInt32)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(started_at)
ORDER BY (environment_id, toStartOfHour(started_at), object_id, started_at, view_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
