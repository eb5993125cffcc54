-- The time played whose bit rate is known. Views of before have it if they have a bit rate.
ALTER TABLE views
  ADD COLUMN IF NOT EXISTS rated_ms SimpleAggregateFunction(sum, Int64) DEFAULT if(kbit > 0, played_ms, 0);

ALTER TABLE view_totals
  ADD COLUMN IF NOT EXISTS rated_ms SimpleAggregateFunction(sum, Int64) DEFAULT if(kbit > 0, played_ms, 0);

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
