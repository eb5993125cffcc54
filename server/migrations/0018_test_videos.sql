ALTER TABLE "imports" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;