-- Ad channels of live streams, and breaks that are decided while a viewer watches.
ALTER TABLE ad_channels ALTER COLUMN content_id DROP NOT NULL;
ALTER TABLE ad_channels ADD COLUMN livestream_id uuid REFERENCES live_streams (id) ON DELETE CASCADE;
ALTER TABLE ad_channels ADD CONSTRAINT ad_channels_one_stream CHECK (num_nonnulls(content_id, livestream_id) = 1);
CREATE INDEX ad_channels_livestream ON ad_channels (livestream_id);

-- In a live stream: the break, when it began for viewers, and which segments of the stream it replaced.
ALTER TABLE ad_decisions ADD COLUMN cue_id uuid;
ALTER TABLE ad_decisions ADD COLUMN placed jsonb;
CREATE UNIQUE INDEX ad_decisions_cue ON ad_decisions (session_id, cue_id);
