-- What reports of players added to their views, by ten seconds of the receipt. Alerts on quality read it, because `views` is
-- ordered by the start of views, and a stall now can be in a view that began an hour ago.
CREATE TABLE IF NOT EXISTS report_totals (
  environment_id UUID,
  at DateTime('UTC'),
  object_id UUID,
  kind LowCardinality(String),
  country LowCardinality(String),
  device_type LowCardinality(String),
  views Int64,
  started_views Int64,
  playback_failures Int64,
  startup_failures Int64,
  watch_ms Int64,
  rebuffer_ms Int64,
  rebuffers Int64,
  startup_ms Int64,
  startups Int64
)
ENGINE = SummingMergeTree((views, started_views, playback_failures, startup_failures, watch_ms, rebuffer_ms, rebuffers,
  startup_ms, startups))
PARTITION BY toDate(at)
ORDER BY (toStartOfFiveMinutes(at), environment_id, at, object_id, kind, country, device_type)
TTL at + INTERVAL 60 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
