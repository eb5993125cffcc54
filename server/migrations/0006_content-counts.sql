CREATE TABLE "content_counts" (
	"environment_id" uuid NOT NULL,
	"status" text NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "content_counts_environment" ON "content_counts" USING btree ("environment_id","status");--> statement-breakpoint
CREATE FUNCTION record_content_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
		WHEN 'INSERT' THEN
			INSERT INTO content_counts (environment_id, status, change)
			SELECT environment_id, status, count(*) FROM added GROUP BY environment_id, status;
		WHEN 'DELETE' THEN
			INSERT INTO content_counts (environment_id, status, change)
			SELECT environment_id, status, -count(*) FROM removed GROUP BY environment_id, status;
		WHEN 'UPDATE' THEN
			INSERT INTO content_counts (environment_id, status, change)
			VALUES (OLD.environment_id, OLD.status, -1), (NEW.environment_id, NEW.status, 1);
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contents_added AFTER INSERT ON contents REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION record_content_counts();
--> statement-breakpoint
CREATE TRIGGER contents_removed AFTER DELETE ON contents REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION record_content_counts();
--> statement-breakpoint
CREATE TRIGGER contents_moved AFTER UPDATE ON contents
	FOR EACH ROW WHEN ((OLD.environment_id, OLD.status) IS DISTINCT FROM (NEW.environment_id, NEW.status))
	EXECUTE FUNCTION record_content_counts();
--> statement-breakpoint
-- The triggers hold back other writers until the migration is over, so nothing is left out and nothing counted twice.
INSERT INTO content_counts (environment_id, status, change)
SELECT environment_id, status, count(*) FROM contents GROUP BY environment_id, status;
