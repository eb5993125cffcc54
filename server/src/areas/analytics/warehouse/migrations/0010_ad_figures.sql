-- What became of ads, by minute. A session has a row with its viewer, and each impression has one; the others are summed.
-- Money is in billionths of its currency, so that a thousandth of a price in millionths is a whole number.
CREATE TABLE IF NOT EXISTS ad_figures (
  environment_id UUID,
  time DateTime('UTC'),
  channel_id UUID,
  object_id UUID,
  kind LowCardinality(String),
  campaign String,
  advertiser String,
  ad_system LowCardinality(String),
  break_kind LowCardinality(String),
  reason LowCardinality(String),
  currency LowCardinality(String),
  country LowCardinality(String),
  region LowCardinality(String),
  city String,
  isp LowCardinality(String),
  device_type LowCardinality(String),
  device String,
  os LowCardinality(String),
  browser LowCardinality(String),
  viewer_id UInt64,
  sessions Int64,
  breaks Int64,
  available_ms Int64,
  filled_ms Int64,
  empty_answers Int64,
  errors Int64,
  skips Int64,
  offered Int64,
  inserted Int64,
  impressions Int64,
  first_quartiles Int64,
  midpoints Int64,
  third_quartiles Int64,
  completes Int64,
  revenue_nanos Int64
)
ENGINE = SummingMergeTree((sessions, breaks, available_ms, filled_ms, empty_answers, errors, skips, offered, inserted,
  impressions, first_quartiles, midpoints, third_quartiles, completes, revenue_nanos))
PARTITION BY toYYYYMM(time)
ORDER BY (environment_id, time, channel_id, object_id, kind, campaign, advertiser, ad_system, break_kind, reason, currency,
  country, region, city, isp, device_type, device, os, browser, viewer_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
