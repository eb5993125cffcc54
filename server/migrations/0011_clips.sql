ALTER TABLE "contents" ADD COLUMN "clip_of" uuid;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "clip_start_s" double precision;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "clip_end_s" double precision;--> statement-breakpoint
CREATE INDEX "contents_clips" ON "contents" USING btree ("clip_of","created_at" DESC NULLS FIRST,"id") WHERE "contents"."clip_of" IS NOT NULL;