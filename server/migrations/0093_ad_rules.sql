-- Rules of ad channels, and what viewers are shown because of them.
ALTER TABLE ad_channels ADD COLUMN avail_suppression text NOT NULL DEFAULT 'behind'
  CHECK (avail_suppression IN ('none', 'ahead', 'behind'));
ALTER TABLE ad_channels ADD COLUMN avail_suppression_s integer NOT NULL DEFAULT 0;
ALTER TABLE ad_channels ADD COLUMN personalization_threshold_s integer;
ALTER TABLE ad_channels ADD COLUMN frequency_cap jsonb;
ALTER TABLE ad_channels ADD COLUMN competitive_separation boolean NOT NULL DEFAULT false;
ALTER TABLE ad_channels ADD COLUMN vmap_url text;
ALTER TABLE ad_channels ADD COLUMN metadata jsonb NOT NULL DEFAULT '[]';

-- What the page around the player says about a viewer. Removed with the address.
ALTER TABLE ad_sessions ADD COLUMN params jsonb NOT NULL DEFAULT '{}';

ALTER TABLE ad_breaks ADD COLUMN ad_tag_url text;
ALTER TABLE ad_breaks ADD COLUMN enabled boolean NOT NULL DEFAULT true;

-- Which ads viewers have seen, for frequency caps.
CREATE TABLE ad_views (
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  session_id uuid NOT NULL,
  viewer text NOT NULL,
  ad_key text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX ad_views_viewer ON ad_views (environment_id, viewer, ad_key, at);
CREATE INDEX ad_views_age ON ad_views (at);

-- Places for breaks that were found in videos.
CREATE TABLE ad_places (
  content_id uuid PRIMARY KEY REFERENCES contents (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('finding', 'ready', 'failed')),
  places jsonb NOT NULL
);
