-- The words of the other side of a connect that fails, or the codec that it does not take.
ALTER TABLE vconnect_links ADD COLUMN detail text;
