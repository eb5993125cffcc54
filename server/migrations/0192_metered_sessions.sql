-- The time until which the session was recorded for billing. Null for none of it yet.
ALTER TABLE live_sessions ADD COLUMN metered_until timestamptz(3);

-- The last counts of responses that a process stored, so that a repeated store changes nothing.
CREATE TABLE delivery_flushes (
  process_id uuid PRIMARY KEY,
  number integer NOT NULL,
  stored_at timestamptz(3) NOT NULL
);
