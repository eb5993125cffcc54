import { doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Videos that were sent to the server for video analysis, by run. */
export const sentVideos = pgTable(
  'sent_videos',
  {
    runId: uuid('run_id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    /** The ID by which the server has the result. */
    analysisId: text('analysis_id').notNull(),
    durationS: doublePrecision('duration_s').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [index('sent_videos_content').on(table.contentId)],
)
