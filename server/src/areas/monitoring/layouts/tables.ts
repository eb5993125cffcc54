import type { LayoutBody } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Layouts of walls. Everybody in the environment sees them. */
export const wallLayouts = pgTable(
  'wall_layouts',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    grid: integer('grid').notNull().$type<LayoutBody['grid']>(),
    tiles: jsonb('tiles').notNull().$type<LayoutBody['tiles']>(),
    rotateS: integer('rotate_s').$type<NonNullable<LayoutBody['rotateS']>>(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('wall_layouts_name').on(table.environmentId, sql`lower(${table.name})`)],
)
