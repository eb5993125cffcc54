ALTER TABLE "renditions" ADD COLUMN "download_error_id" text;--> statement-breakpoint
ALTER TABLE "renditions" ADD COLUMN "download_error_told" boolean DEFAULT false NOT NULL;