CREATE TABLE "asset_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"trashed_at" timestamp (3) with time zone,
	"trashed_with" uuid
);
--> statement-breakpoint
DROP INDEX "contents_newest";--> statement-breakpoint
DROP INDEX "contents_title";--> statement-breakpoint
DROP INDEX "contents_duration";--> statement-breakpoint
DROP INDEX "contents_status";--> statement-breakpoint
-- Counted anew below, by folder and trash.
TRUNCATE "content_counts";--> statement-breakpoint
ALTER TABLE "content_counts" ADD COLUMN "collection_id" uuid;--> statement-breakpoint
ALTER TABLE "content_counts" ADD COLUMN "is_trashed" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "content_counts" ADD COLUMN "bytes" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "search_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "short_side" integer;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "collection_id" uuid;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "trashed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "trashed_with" uuid;--> statement-breakpoint
ALTER TABLE "asset_collections" ADD CONSTRAINT "asset_collections_parent_id_asset_collections_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."asset_collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asset_collections_level" ON "asset_collections" USING btree ("environment_id","parent_id",lower("name"));--> statement-breakpoint
CREATE INDEX "asset_collections_parent" ON "asset_collections" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "asset_collections_trash" ON "asset_collections" USING btree ("trashed_at") WHERE "asset_collections"."trashed_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_collection_id_asset_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."asset_collections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_counts_collection" ON "content_counts" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "contents_collection" ON "contents" USING btree ("collection_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "contents_loose" ON "contents" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id") WHERE "contents"."collection_id" IS NULL AND "contents"."trashed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contents_trash" ON "contents" USING btree ("trashed_at") WHERE "contents"."trashed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "contents_tags" ON "contents" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "contents_metadata" ON "contents" USING gin ("metadata" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "contents_stale_search" ON "contents" USING btree ("search_version");--> statement-breakpoint
CREATE INDEX "contents_newest" ON "contents" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contents_title" ON "contents" USING btree ("environment_id",lower("title"),"id") WHERE "contents"."trashed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contents_duration" ON "contents" USING btree ("environment_id","duration_s","id") WHERE "contents"."trashed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contents_status" ON "contents" USING btree ("environment_id","status","created_at" DESC NULLS FIRST) WHERE "contents"."trashed_at" IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "asset_collections_name" ON "asset_collections" ("environment_id", "parent_id", lower("name")) NULLS NOT DISTINCT WHERE "trashed_at" IS NULL;
--> statement-breakpoint
DROP TRIGGER contents_moved ON contents;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_content_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
		WHEN 'INSERT' THEN
			INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
			SELECT environment_id, collection_id, status, trashed_at IS NOT NULL, count(*), coalesce(sum(source_bytes), 0)
			FROM added GROUP BY 1, 2, 3, 4;
		WHEN 'DELETE' THEN
			INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
			SELECT environment_id, collection_id, status, trashed_at IS NOT NULL, -count(*), -coalesce(sum(source_bytes), 0)
			FROM removed GROUP BY 1, 2, 3, 4;
		WHEN 'UPDATE' THEN
			INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
			SELECT environment_id, collection_id, status, is_trashed, sum(change), sum(bytes) FROM (
				SELECT environment_id, collection_id, status, trashed_at IS NOT NULL AS is_trashed, 1 AS change, coalesce(source_bytes, 0) AS bytes FROM added
				UNION ALL
				SELECT environment_id, collection_id, status, trashed_at IS NOT NULL, -1, -coalesce(source_bytes, 0) FROM removed
			) AS changes GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0 OR sum(bytes) <> 0;
	END CASE;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contents_moved AFTER UPDATE ON contents REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION record_content_counts();
--> statement-breakpoint
INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
SELECT environment_id, NULL, status, false, count(*), coalesce(sum(source_bytes), 0) FROM contents GROUP BY environment_id, status;
--> statement-breakpoint
UPDATE roles SET permissions = (permissions::jsonb || '{"DAM":{"Folder":{"create":true,"read":true,"update":true,"delete":true}}}')::text
WHERE built_in IN ('developer', 'media-team') AND permissions IS NOT NULL;
--> statement-breakpoint
UPDATE roles SET permissions = (permissions::jsonb || '{"DAM":{"Folder":{"read":true}}}')::text
WHERE built_in = 'viewer' AND permissions IS NOT NULL;
--> statement-breakpoint
UPDATE contents SET short_side = least((analysis->'source'->'video'->>'displayWidth')::int, (analysis->'source'->'video'->>'displayHeight')::int)
WHERE analysis->'source'->'video' IS NOT NULL;
