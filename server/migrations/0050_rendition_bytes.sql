CREATE TABLE rendition_bytes (
	environment_id uuid NOT NULL,
	bytes bigint NOT NULL
);
CREATE INDEX rendition_bytes_environment ON rendition_bytes (environment_id);

CREATE FUNCTION record_rendition_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change bigint := 0;
	content uuid;
BEGIN
	IF TG_OP = 'DELETE' THEN
		content := OLD.content_id;
	ELSE
		content := NEW.content_id;
		change := coalesce(NEW.size_bytes, 0);
	END IF;
	IF TG_OP <> 'INSERT' THEN
		change := change - coalesce(OLD.size_bytes, 0);
	END IF;
	-- Finds nothing while a content is deleted with its renditions, which record_deleted_rendition_bytes counts.
	INSERT INTO rendition_bytes (environment_id, bytes)
	SELECT environment_id, change FROM contents WHERE id = content AND change <> 0;
	RETURN NULL;
END $$;

CREATE FUNCTION record_deleted_rendition_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO rendition_bytes (environment_id, bytes)
	SELECT OLD.environment_id, -sum(size_bytes) FROM renditions WHERE content_id = OLD.id HAVING sum(size_bytes) > 0;
	RETURN OLD;
END $$;

CREATE TRIGGER renditions_added AFTER INSERT ON renditions
	FOR EACH ROW WHEN (NEW.size_bytes IS NOT NULL) EXECUTE FUNCTION record_rendition_bytes();
CREATE TRIGGER renditions_resized AFTER UPDATE OF size_bytes ON renditions
	FOR EACH ROW WHEN (NEW.size_bytes IS DISTINCT FROM OLD.size_bytes) EXECUTE FUNCTION record_rendition_bytes();
CREATE TRIGGER renditions_removed AFTER DELETE ON renditions
	FOR EACH ROW WHEN (OLD.size_bytes IS NOT NULL) EXECUTE FUNCTION record_rendition_bytes();
CREATE TRIGGER contents_removed_renditions BEFORE DELETE ON contents
	FOR EACH ROW EXECUTE FUNCTION record_deleted_rendition_bytes();

INSERT INTO rendition_bytes (environment_id, bytes)
SELECT environment_id, sum(size_bytes) FROM renditions JOIN contents ON contents.id = content_id
WHERE size_bytes IS NOT NULL GROUP BY environment_id;
