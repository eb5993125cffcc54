-- Requests to ad servers, by minute. `status` is 0 if there was no answer.
CREATE TABLE IF NOT EXISTS ad_requests (
  environment_id UUID,
  time DateTime('UTC'),
  channel_id UUID,
  object_id UUID,
  kind LowCardinality(String),
  ad_server String,
  outcome LowCardinality(String),
  status UInt16,
  break_kind LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city String,
  isp LowCardinality(String),
  device_type LowCardinality(String),
  device String,
  os LowCardinality(String),
  browser LowCardinality(String),
  requests Int64,
  took_ms Int64
)
ENGINE = SummingMergeTree((requests, took_ms))
PARTITION BY toYYYYMM(time)
ORDER BY (environment_id, time, channel_id, object_id, kind, ad_server, outcome, status, break_kind, country, region, city,
  isp, device_type, device, os, browser)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
