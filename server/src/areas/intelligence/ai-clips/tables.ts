import { aiClipStates } from '@kinora/contract'
import type { ClipPart, ClipReason } from '@kinora/media'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Parts of a video that can stand alone: suggestions, highlights, and clips made by hand. */
export const aiClips = pgTable(
  'ai_clips',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    /** Null for a suggestion without words. */
    title: text('title'),
    state: text('state', { enum: aiClipStates }).notNull(),
    /** 0 to 1. Null for a clip made by hand. */
    score: doublePrecision('score'),
    parts: jsonb('parts').notNull().$type<readonly ClipPart[]>(),
    reasons: jsonb('reasons').notNull().$type<readonly ClipReason[]>(),
    /** A person changed the title or the times. */
    isEdited: boolean('is_edited').notNull().default(false),
    /** The name of the person who made it by hand. */
    createdBy: text('created_by'),
    /** The video that was published from the current times. It may have been deleted since. */
    publishedContentId: uuid('published_content_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('ai_clips_order').on(
      table.contentId,
      table.state,
      table.score.desc().nullsFirst(),
      table.startMs,
      table.id,
    ),
  ],
)
export type AiClipRow = typeof aiClips.$inferSelect
