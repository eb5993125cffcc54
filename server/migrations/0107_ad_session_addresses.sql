-- The sweep that removes addresses runs every minute and looks only at sessions that have one.
CREATE INDEX ad_sessions_address_age ON ad_sessions (started_at) WHERE address <> '';
