-- The time until which the session was recorded for billing. Null for none of it yet.
ALTER TABLE live_sessions ADD COLUMN metered_until timestamptz(3);

-- Whether the test signal is published, which is not metered. Null before the first publisher.
ALTER TABLE live_sessions ADD COLUMN is_test boolean;

-- Sessions that are open are metered from now on, and not for what they ran before.
UPDATE live_sessions SET metered_until = now() WHERE ended_at IS NULL;

-- The last counts of responses that a process stored, so that a repeated store changes nothing.
CREATE TABLE delivery_flushes (
  process_id uuid PRIMARY KEY,
  number integer NOT NULL,
  stored_at timestamptz(3) NOT NULL
);
