-- The first startup times themselves, because a sketch of few values has a large error.
ALTER TABLE view_totals
  ADD COLUMN IF NOT EXISTS startup_values AggregateFunction(groupArray(1001), Nullable(UInt32));

-- From when on these are whole: from the first view, or from now on if there were sums before. The earliest row holds, so this
-- can run twice.
CREATE TABLE IF NOT EXISTS view_startups_since (at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY at
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

ALTER TABLE view_totals_of_views MODIFY QUERY
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
  sum(v.rated_ms) AS rated_ms,
  sum(v.upscaled_ms) AS upscaled_ms,
  sum(v.downscaled_ms) AS downscaled_ms,
  sum(v.latency_ms) AS latency_ms,
  sum(v.latencies) AS latencies,
  -- For ranges that begin before the sketches with 17 bits. A new warehouse needs none.
  uniqCombined64StateIf(14)(v.viewer_id, (SELECT countIf(toUnixTimestamp(at) = 0) FROM view_sketches_since) = 0) AS viewers,
  uniqCombined64StateIf(14)(v.session_id, (SELECT countIf(toUnixTimestamp(at) = 0) FROM view_sketches_since) = 0) AS sessions,
  uniqCombined64State(17)(v.viewer_id) AS viewer_sketch,
  uniqCombined64State(17)(v.session_id) AS session_sketch,
  quantileTDigestState(0.5)(v.startup_ms) AS startups,
  groupArrayState(1001)(v.startup_ms) AS startup_values
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

INSERT INTO view_startups_since
SELECT if((SELECT count() FROM view_totals) = 0, fromUnixTimestamp64Milli(0, 'UTC'), now64(3, 'UTC'));
