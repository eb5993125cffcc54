import { doublePrecision, index, integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/database/tables.ts'
import type { PictureBox } from '../text/tables.ts'

/** People of an environment who are known by their faces. */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('people_environment').on(table.environmentId, table.id)],
)
export type PersonRow = typeof people.$inferSelect

/** Faces in videos, each through a part of a shot. */
export const faces = pgTable(
  'faces',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    personId: uuid('person_id').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    /** The time of the best picture, and the place in it. */
    atMs: integer('at_ms').notNull(),
    box: jsonb('box').notNull().$type<PictureBox>(),
    /** Mean share of the height of the picture. */
    share: doublePrecision('share').notNull(),
    /** How much it is seen. */
    weight: doublePrecision('weight').notNull(),
    /** Numbers by which the person is recognized. */
    embedding: real('embedding').array().notNull(),
    /** A JPEG file. Only some faces of a person have one. */
    picture: bytea('picture'),
  },
  (table) => [
    index('faces_content').on(table.contentId, table.startMs),
    index('faces_person').on(table.environmentId, table.personId),
  ],
)
