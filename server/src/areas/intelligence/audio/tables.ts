import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'

/** Start and end in milliseconds. */
export type SpanMs = readonly [startMs: number, endMs: number]

/** Speech, silence and loudness of a video. */
export const analysisAudio = pgTable('analysis_audio', {
  contentId: uuid('content_id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  speech: jsonb('speech').notNull().$type<SpanMs[]>(),
  silence: jsonb('silence').notNull().$type<SpanMs[]>(),
  /** Level of each second, in dB below full scale. */
  levels: jsonb('levels').notNull().$type<number[]>(),
})
