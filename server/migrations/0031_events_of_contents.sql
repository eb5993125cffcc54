CREATE INDEX "outbox_content" ON "outbox" USING btree ((coalesce(data ->> 'contentId', data ->> 'clipOf')), "created_at", "id") WHERE coalesce(data ->> 'contentId', data ->> 'clipOf') IS NOT NULL;
