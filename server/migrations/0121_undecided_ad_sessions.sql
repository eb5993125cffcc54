-- Sessions whose decisions are not stored yet.
ALTER TABLE ad_sessions ADD COLUMN is_decided boolean NOT NULL DEFAULT true;
