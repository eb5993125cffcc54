ALTER TABLE "request_logs" ADD COLUMN "impersonator" text;--> statement-breakpoint
-- Bodies of requests can tell more than this role may see.
UPDATE "roles" SET "permissions" = (jsonb_set("permissions"::jsonb, '{Events and Logs}', '{"Event":{"read":true},"Log":{}}'))::text
WHERE "built_in" = 'media-team';
