-- Sums of answers to viewers, for ranges of days: of all answers (dimension '') and of those with each value of each
-- dimension, by half an hour, or by UTC day for providers. `deliveries` has a row for each combination of values in each
-- minute, which are too many for long ranges.
CREATE TABLE IF NOT EXISTS delivery_totals (
  environment_id UUID,
  dimension LowCardinality(String),
  time DateTime('UTC'),
  key String,
  kind LowCardinality(String),
  requests Int64,
  cached_requests Int64,
  failed_requests Int64,
  bytes Int64,
  media_ms Int64
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (environment_id, dimension, time, key, kind)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS delivery_totals_of_deliveries TO delivery_totals AS
SELECT
  v.environment_id AS environment_id,
  d.1 AS dimension,
  toDateTime(if(d.3 = 1, toStartOfInterval(v.time, INTERVAL 30 MINUTE), toStartOfDay(v.time)), 'UTC') AS time,
  d.2 AS key,
  v.kind AS kind,
  sum(v.requests) AS requests,
  sumIf(v.requests, v.is_cached = 1) AS cached_requests,
  sumIf(v.requests, v.status >= 400) AS failed_requests,
  sum(v.bytes) AS bytes,
  sum(v.media_ms) AS media_ms
FROM deliveries AS v
ARRAY JOIN [
  ('', '', 1),
  ('contentId', toString(v.object_id), 1),
  ('customPlayback', toString(v.custom_playback_id), 1),
  ('file', toString(v.file), 1),
  ('rendition', toString(v.rendition), 1),
  ('statusCode', toString(v.status), 1),
  ('cache', if(v.is_cached = 1, 'hit', 'miss'), 1),
  ('country', toString(v.country), 1),
  ('cdn', toString(v.cdn), 1),
  ('isp', toString(v.isp), 0)
] AS d
GROUP BY environment_id, dimension, time, key, kind;

-- From when on the sums are whole: from the first answer, or from now on if there were answers before.
CREATE TABLE IF NOT EXISTS delivery_totals_since (at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY at
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

INSERT INTO delivery_totals_since
SELECT if((SELECT count() FROM deliveries) = 0, fromUnixTimestamp64Milli(0, 'UTC'), now64(3, 'UTC'));
