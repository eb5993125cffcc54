-- Counters of a minute need not survive a crash.
CREATE UNLOGGED TABLE rate_counters (
  key text PRIMARY KEY,
  used integer NOT NULL,
  resets_at timestamp(3) with time zone NOT NULL
);
CREATE INDEX rate_counters_end ON rate_counters (resets_at);
