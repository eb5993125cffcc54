-- Videos of ad channels that no ad server offers: house ads, bumpers around ads, and the slate of live breaks.
ALTER TABLE ad_channels ADD COLUMN house_ad_urls text[] NOT NULL DEFAULT '{}';
ALTER TABLE ad_channels ADD COLUMN opening_bumper_url text;
ALTER TABLE ad_channels ADD COLUMN closing_bumper_url text;
ALTER TABLE ad_channels ADD COLUMN slate_url text;
