-- Views of such an environment are kept without a city and without an ID of the viewer.
ALTER TABLE environments ADD COLUMN viewer_privacy boolean NOT NULL DEFAULT false;
