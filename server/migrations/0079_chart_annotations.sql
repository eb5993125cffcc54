-- What charts over time mark. Figures are kept longer than events.
CREATE TABLE chart_annotations (
  environment_id uuid NOT NULL,
  object_id uuid NOT NULL,
  category text NOT NULL,
  reason text NOT NULL,
  at timestamptz(3) NOT NULL,
  until timestamptz(3),
  PRIMARY KEY (object_id, at, reason)
);
CREATE INDEX chart_annotations_newest ON chart_annotations (environment_id, at DESC, object_id);
CREATE INDEX chart_annotations_at ON chart_annotations (at);

-- Those of the events that there are. A subscription adds later ones.
INSERT INTO chart_annotations (environment_id, object_id, category, reason, at)
SELECT DISTINCT ON (outbox.object_id, type, date_trunc('minute', outbox.created_at))
  outbox.environment_id, outbox.object_id, 'video', CASE type
    WHEN 'video.asset.ready' THEN 'published'
    WHEN 'video.asset.errored' THEN 'video-failed'
    ELSE 'rendition-failed'
  END, outbox.created_at
FROM outbox JOIN contents ON contents.id = outbox.object_id AND contents.environment_id = outbox.environment_id
WHERE type IN ('video.asset.ready', 'video.asset.errored', 'video.asset.rendition.errored')
  AND contents.category <> 'LiveRecording'
ORDER BY outbox.object_id, type, date_trunc('minute', outbox.created_at), outbox.created_at;

WITH changes AS (
  SELECT outbox.environment_id, object_id, type, outbox.created_at AS at,
    (data ->> 'activeSince')::timestamptz AS active_since,
    lag(type) OVER (PARTITION BY object_id ORDER BY outbox.created_at, outbox.id) AS previous
  FROM outbox JOIN live_streams ON live_streams.id = object_id
    AND live_streams.environment_id = outbox.environment_id
  WHERE type IN ('video.live_stream.active', 'video.live_stream.reconnecting', 'video.live_stream.idle',
    'video.live_stream.disabled')
), steps AS (
  SELECT *, lead(type) OVER stream AS next, lead(at) OVER stream AS next_at
  FROM changes WHERE type IS DISTINCT FROM previous
  WINDOW stream AS (PARTITION BY object_id ORDER BY at)
), marked AS (
  SELECT environment_id, object_id, at, CASE
    WHEN type = 'video.live_stream.active' AND active_since = at THEN 'went-live'
    WHEN type = 'video.live_stream.reconnecting'
      AND next IN ('video.live_stream.idle', 'video.live_stream.disabled') THEN 'went-off-air'
    WHEN type = 'video.live_stream.reconnecting' THEN 'signal-lost'
    WHEN previous = 'video.live_stream.active' AND type <> 'video.live_stream.active' THEN 'went-off-air'
  END AS reason, CASE WHEN next = 'video.live_stream.active' THEN next_at END AS next_at
  FROM steps
  UNION ALL
  SELECT outbox.environment_id, object_id, outbox.created_at, 'backup-took-over', NULL
  FROM outbox JOIN live_streams ON live_streams.id = object_id
    AND live_streams.environment_id = outbox.environment_id
  WHERE type = 'video.live_stream.failover'
)
INSERT INTO chart_annotations (environment_id, object_id, category, reason, at, until)
SELECT environment_id, object_id, 'live', reason, min(at), max(next_at) FILTER (WHERE reason = 'signal-lost')
FROM marked WHERE reason IS NOT NULL
GROUP BY environment_id, object_id, reason, date_trunc('minute', at);
