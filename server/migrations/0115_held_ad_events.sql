-- Events of ads that a player has loaded, until the viewer can have reached them.
CREATE TABLE ad_held_events (
  session_id uuid NOT NULL REFERENCES ad_sessions (id) ON DELETE CASCADE,
  position integer NOT NULL,
  ad integer NOT NULL,
  event text NOT NULL,
  environment_id uuid NOT NULL,
  offset_s double precision NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (session_id, position, ad, event)
);

-- When the viewer began to watch at the earliest, and whether the player reports what it shows.
ALTER TABLE ad_sessions
  ADD COLUMN plays_from timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN is_reported boolean NOT NULL DEFAULT false;
UPDATE ad_sessions SET plays_from = started_at;
