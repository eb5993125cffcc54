-- When a player got the segment of a held event. Events wait without a due time for the report of a player that reports.
ALTER TABLE ad_held_events
  ADD COLUMN held_at timestamptz(3) NOT NULL DEFAULT now(),
  ALTER COLUMN due_at DROP NOT NULL;
