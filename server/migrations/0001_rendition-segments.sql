CREATE TABLE "rendition_segments" (
	"content_id" uuid NOT NULL,
	"output_id" uuid NOT NULL,
	"first" integer NOT NULL,
	"segments" jsonb NOT NULL,
	CONSTRAINT "rendition_segments_output_id_first_pk" PRIMARY KEY("output_id","first")
);
--> statement-breakpoint
ALTER TABLE "rendition_segments" ADD CONSTRAINT "rendition_segments_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rendition_segments_content" ON "rendition_segments" USING btree ("content_id");--> statement-breakpoint
ALTER TABLE "renditions" DROP COLUMN "segments";