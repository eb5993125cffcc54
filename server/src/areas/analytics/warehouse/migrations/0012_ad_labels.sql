-- Programme and partner that the embedding page names. New columns of the key can only be added at its end.
ALTER TABLE ad_figures
  ADD COLUMN IF NOT EXISTS programme LowCardinality(String),
  ADD COLUMN IF NOT EXISTS partner LowCardinality(String),
  MODIFY ORDER BY (environment_id, time, channel_id, object_id, kind, campaign, advertiser, ad_system, break_kind, reason,
    currency, country, region, city, isp, device_type, device, os, browser, viewer_id, programme, partner);

ALTER TABLE ad_requests
  ADD COLUMN IF NOT EXISTS programme LowCardinality(String),
  ADD COLUMN IF NOT EXISTS partner LowCardinality(String),
  MODIFY ORDER BY (environment_id, time, channel_id, object_id, kind, ad_server, outcome, status, break_kind, country, region,
    city, isp, device_type, device, os, browser, programme, partner);
