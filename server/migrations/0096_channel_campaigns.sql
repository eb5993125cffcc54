-- Whether a channel shows campaigns: never, in what its ad server leaves of a break, or before ads of its ad server.
ALTER TABLE ad_channels ADD COLUMN campaigns text NOT NULL DEFAULT 'rest';
