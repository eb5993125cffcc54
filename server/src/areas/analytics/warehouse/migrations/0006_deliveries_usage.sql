-- Answers to requests of viewers, by minute.
CREATE TABLE IF NOT EXISTS deliveries (
  environment_id UUID,
  time DateTime('UTC'),
  object_id UUID,
  kind LowCardinality(String),
  custom_playback_id UUID,
  file LowCardinality(String),
  rendition LowCardinality(String),
  status UInt16,
  is_cached UInt8,
  country LowCardinality(String),
  isp LowCardinality(String),
  cdn LowCardinality(String),
  requests Int64,
  bytes Int64,
  media_ms Int64
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (environment_id, time, object_id, kind, custom_playback_id, file, rendition, status, is_cached, country, isp, cdn)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

-- What was encoded, when it was done, and what was stored, by hour: milliseconds of video times hours, and bytes times hours.
CREATE TABLE IF NOT EXISTS usage (
  environment_id UUID,
  time DateTime('UTC'),
  object_id UUID,
  kind LowCardinality(String),
  encoded_ms Int64,
  stored_ms Int64,
  stored_bytes Int64
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (environment_id, time, kind, object_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
