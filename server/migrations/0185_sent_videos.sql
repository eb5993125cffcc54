CREATE TABLE sent_videos (
  run_id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  analysis_id text NOT NULL,
  duration_s double precision NOT NULL,
  sent_at timestamptz(3) NOT NULL
);
CREATE INDEX sent_videos_content ON sent_videos (content_id);
