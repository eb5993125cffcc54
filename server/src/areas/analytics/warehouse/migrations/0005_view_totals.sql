-- Sums of views, for ranges of days: of all views (dimension '') and of those with each value of each dimension, by half an
-- hour, or by UTC day for dimensions that have many values. Custom dimensions are left out: pages may give each view a value
-- of its own. Its rows come from those of `views`, which only ever add up.
CREATE TABLE IF NOT EXISTS view_totals (
  environment_id UUID,
  dimension LowCardinality(String),
  time DateTime('UTC'),
  key String,
  kind LowCardinality(String),
  views SimpleAggregateFunction(sum, Int64),
  started_views SimpleAggregateFunction(sum, Int64),
  exits_before_start SimpleAggregateFunction(sum, Int64),
  playback_failures SimpleAggregateFunction(sum, Int64),
  startup_failures SimpleAggregateFunction(sum, Int64),
  watch_ms SimpleAggregateFunction(sum, Int64),
  played_ms SimpleAggregateFunction(sum, Int64),
  rebuffer_ms SimpleAggregateFunction(sum, Int64),
  rebuffers SimpleAggregateFunction(sum, Int64),
  seek_ms SimpleAggregateFunction(sum, Int64),
  seeks SimpleAggregateFunction(sum, Int64),
  kbit SimpleAggregateFunction(sum, Int64),
  upscaled_ms SimpleAggregateFunction(sum, Int64),
  downscaled_ms SimpleAggregateFunction(sum, Int64),
  latency_ms SimpleAggregateFunction(sum, Int64),
  latencies SimpleAggregateFunction(sum, Int64),
  viewers AggregateFunction(uniqCombined64(14), UInt64),
  sessions AggregateFunction(uniqCombined64(14), UInt64),
  startups AggregateFunction(quantileTDigest(0.5), Nullable(UInt32))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (environment_id, dimension, time, key, kind)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS view_totals_of_views TO view_totals AS
SELECT
  v.environment_id AS environment_id,
  d.1 AS dimension,
  toDateTime(if(d.3 = 1, toStartOfInterval(v.started_at, INTERVAL 30 MINUTE), toStartOfDay(v.started_at)), 'UTC') AS time,
  d.2 AS key,
  v.kind AS kind,
  sum(v.views) AS views,
  sum(v.started_views) AS started_views,
  sum(v.exits_before_start) AS exits_before_start,
  sum(v.playback_failures) AS playback_failures,
  sum(v.startup_failures) AS startup_failures,
  sum(v.watch_ms) AS watch_ms,
  sum(v.played_ms) AS played_ms,
  sum(v.rebuffer_ms) AS rebuffer_ms,
  sum(v.rebuffers) AS rebuffers,
  sum(v.seek_ms) AS seek_ms,
  sum(v.seeks) AS seeks,
  sum(v.kbit) AS kbit,
  sum(v.upscaled_ms) AS upscaled_ms,
  sum(v.downscaled_ms) AS downscaled_ms,
  sum(v.latency_ms) AS latency_ms,
  sum(v.latencies) AS latencies,
  uniqCombined64State(14)(v.viewer_id) AS viewers,
  uniqCombined64State(14)(v.session_id) AS sessions,
  quantileTDigestState(0.5)(v.startup_ms) AS startups
FROM views AS v
ARRAY JOIN [
  ('', '', 1),
  ('country', toString(v.country), 1),
  ('deviceType', toString(v.device_type), 1),
  ('os', toString(v.os), 1),
  ('browser', toString(v.browser), 1),
  ('programme', toString(v.programme), 1),
  ('partner', toString(v.partner), 1),
  ('contentId', toString(v.object_id), 0),
  ('customPlayback', toString(v.custom_playback_id), 0),
  ('state', toString(v.region), 0),
  ('city', toString(v.city), 0),
  ('isp', toString(v.isp), 0),
  ('deviceName', toString(v.device), 0),
  ('playerVersion', toString(v.player_version), 0),
  ('pageHost', toString(v.page_host), 0)
] AS d
WHERE v.is_bot = 0
GROUP BY environment_id, dimension, time, key, kind;

-- From when on the sums are whole: from the first view, or from now on if there were views before.
CREATE TABLE IF NOT EXISTS view_totals_since (at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY at;

INSERT INTO view_totals_since
SELECT if((SELECT count() FROM views) = 0, fromUnixTimestamp64Milli(0, 'UTC'), now64(3, 'UTC'));
