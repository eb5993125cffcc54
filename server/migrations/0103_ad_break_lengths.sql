-- Decided breaks of live streams whose real length is not known yet, with the length that counts until then.
CREATE TABLE ad_break_lengths (
  session_id uuid NOT NULL,
  position integer NOT NULL,
  environment_id uuid NOT NULL,
  cue_id uuid NOT NULL,
  reason text,
  counted_ms bigint NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  check_at timestamptz(3) NOT NULL,
  PRIMARY KEY (session_id, position)
);
CREATE INDEX ad_break_lengths_due ON ad_break_lengths (check_at);
