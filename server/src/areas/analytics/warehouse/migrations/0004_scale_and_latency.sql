-- How the picture fitted the player, and how far it was behind the event, of live streams.
ALTER TABLE views
  ADD COLUMN IF NOT EXISTS upscaled_ms SimpleAggregateFunction(sum, Int64),
  ADD COLUMN IF NOT EXISTS downscaled_ms SimpleAggregateFunction(sum, Int64),
  ADD COLUMN IF NOT EXISTS latency_ms SimpleAggregateFunction(sum, Int64),
  ADD COLUMN IF NOT EXISTS latencies SimpleAggregateFunction(sum, Int64);
