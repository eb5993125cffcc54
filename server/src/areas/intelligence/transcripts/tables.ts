import { analysisQualities } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { bit, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/database/tables.ts'

/** A word with its times in milliseconds. The confidence is null for words that a person typed. */
export type WordRow = readonly [startMs: number, endMs: number, text: string, confidence: number | null]

/** Transcripts of videos. */
export const transcripts = pgTable('transcripts', {
  contentId: uuid('content_id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  language: text('language').notNull(),
  quality: text('quality', { enum: analysisQualities }).notNull(),
  engine: text('engine').notNull(),
  updatedAt: moment('updated_at').notNull(),
  passageCount: integer('passage_count').notNull().default(0),
  /** Rules by which its passages were made; 0 without passages. */
  termsVersion: integer('terms_version').notNull().default(0),
  /** Model by which the meaning of its passages was stored; 0 if it was not. */
  vectorsVersion: integer('vectors_version').notNull().default(0),
})
export type TranscriptRow = typeof transcripts.$inferSelect

export const transcriptSentences = pgTable(
  'transcript_sentences',
  {
    id: uuid('id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    speaker: text('speaker'),
    text: text('text').notNull(),
    words: jsonb('words').notNull().$type<WordRow[]>(),
    /** A person changed the text or the speaker, which another analysis keeps. */
    isEdited: boolean('is_edited').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.id] }),
    index('transcript_sentences_order').on(table.contentId, table.startMs, table.id),
  ],
)

/** Pieces of transcripts and of text in pictures for the search. */
export const searchPassages = pgTable(
  'search_passages',
  {
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    number: integer('number').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    language: text('language').notNull(),
    /** A sentence per line. */
    text: text('text').notNull(),
    wordCount: integer('word_count').notNull(),
    /** Hashes of the environment and a word (`termHash`). */
    terms: integer('terms').array().notNull(),
    /** The kind of what it has: speech, or text or objects in pictures. */
    place: text('place', { enum: ['speech', 'text', 'objects'] })
      .notNull()
      .default('speech'),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.place, table.number] }),
    index('search_passages_terms').using('gin', table.terms),
    index('search_passages_pictures').on(table.environmentId).where(sql`${table.place} <> 'speech'`),
  ],
)

/** The meaning of the pieces of passages of speech. */
export const passageVectors = pgTable(
  'passage_vectors',
  {
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    /** The number of the passage. */
    number: integer('number').notNull(),
    /** The number of the piece in it. */
    piece: integer('piece').notNull(),
    /** Signs of the vector. */
    bits: bit('bits', { dimensions: 512 }).notNull(),
    /** A byte for each number. */
    vector: bytea('vector').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.number, table.piece] }),
    index('passage_vectors_bits').on(
      table.environmentId,
      table.contentId,
      table.number,
      table.piece,
      table.bits,
    ),
  ],
)
export type SentenceRow = typeof transcriptSentences.$inferSelect
