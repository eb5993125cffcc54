ALTER TABLE live_streams ADD COLUMN source jsonb NOT NULL DEFAULT '{"type":"push"}';
CREATE INDEX live_streams_sources ON live_streams (id) WHERE source ->> 'type' <> 'push';
