import { adPlaceStates } from '@kinora/contract'
import type { AdPlace } from '@kinora/media'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Places for breaks that were found in videos. Rows are deleted with their video. */
export const adPlaces = pgTable('ad_places', {
  contentId: uuid('content_id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  state: text('state', { enum: adPlaceStates }).notNull(),
  places: jsonb('places').notNull().$type<readonly AdPlace[]>(),
})
