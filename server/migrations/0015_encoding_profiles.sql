CREATE TABLE "encoding_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"watermark_id" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_renditions" (
	"files_id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"rendition" jsonb NOT NULL,
	"zero_s" double precision NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "profile" jsonb;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "reencode" jsonb;--> statement-breakpoint
ALTER TABLE "renditions" ADD COLUMN "codec" text DEFAULT 'h264' NOT NULL;--> statement-breakpoint
ALTER TABLE "former_renditions" ADD CONSTRAINT "former_renditions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "encoding_profiles_name" ON "encoding_profiles" USING btree ("environment_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "encoding_profiles_default" ON "encoding_profiles" USING btree ("environment_id") WHERE "encoding_profiles"."is_default";--> statement-breakpoint
CREATE INDEX "former_renditions_content" ON "former_renditions" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "former_renditions_until" ON "former_renditions" USING btree ("until");--> statement-breakpoint
UPDATE "renditions" SET "codec" = 'aac' WHERE "type" = 'audio';--> statement-breakpoint
UPDATE "roles" SET "permissions" = jsonb_set("permissions"::jsonb, '{Settings,Encoding Profile}', CASE "built_in"
  WHEN 'developer' THEN '{"create":true,"read":true,"update":true,"delete":true}'::jsonb
  WHEN 'media-team' THEN '{"read":true}'::jsonb
  ELSE '{}'::jsonb END)::text
WHERE "built_in" IN ('developer', 'media-team', 'viewer');
