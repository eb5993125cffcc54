-- How ad servers answer now is counted by when decisions were made: viewers of live streams stay for hours. Older decisions say
-- nothing of it.
ALTER TABLE ad_decisions ADD COLUMN decided_at timestamptz(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE ad_decisions ALTER COLUMN decided_at DROP DEFAULT;
CREATE INDEX ad_decisions_time ON ad_decisions (decided_at);
