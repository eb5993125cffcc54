import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Hash of an unknown viewer. */
export const UNKNOWN_VIEWER = '0'

/** Views of ads, for frequency caps. */
export const adViews = pgTable(
  'ad_views',
  {
    environmentId: uuid('environment_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Hash of the viewer, as in `ad_viewers`. */
    viewer: text('viewer').notNull(),
    /** Key of the capped ad or campaign. */
    adKey: text('ad_key').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('ad_views_viewer').on(table.environmentId, table.viewer, table.adKey, table.at),
    index('ad_views_age').on(table.at),
  ],
)
