ALTER TABLE "environments" ADD COLUMN "env_key" text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX "environments_key" ON "environments" USING btree ("env_key");
