import { boolean, doublePrecision, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'

/** Ad breaks of videos. Rows are deleted with their video. */
export const adBreaks = pgTable(
  'ad_breaks',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    atS: doublePrecision('at_s').notNull(),
    durationS: doublePrecision('duration_s').notNull(),
    /** Time at which the video resumes. Null: where it stopped. */
    returnS: doublePrecision('return_s'),
    adTagUrl: text('ad_tag_url').$type<StoredAddress>(),
    enabled: boolean('enabled').notNull().default(true),
    addedBy: text('added_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('ad_breaks_place').on(table.contentId, table.atS)],
)
