-- Breaks whose ad server did not answer are asked again before the viewer reaches them.
ALTER TABLE ad_decisions ADD COLUMN retries_left integer NOT NULL DEFAULT 0;
