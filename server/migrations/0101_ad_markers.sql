-- How the playlists of a live stream announce breaks; and how long a break was planned to last when it was announced.
ALTER TABLE live_streams ADD COLUMN ad_markers text NOT NULL DEFAULT 'none';
ALTER TABLE live_cues ADD COLUMN planned_s double precision;
UPDATE live_cues SET planned_s = duration_s;
