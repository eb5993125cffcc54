CREATE TABLE "social_clips" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"recipe" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social_clips" ADD CONSTRAINT "social_clips_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contents_social" ON "contents" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id") WHERE "contents"."category" = 'SocialClip' AND "contents"."trashed_at" IS NULL;