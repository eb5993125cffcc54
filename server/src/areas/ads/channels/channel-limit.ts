import { adsCalls } from '@kinora/contract'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { ObjectLimit } from '../../activity/index.ts'
import { showsKeptContent } from '../../library/index.ts'
import { adChannels } from './tables.ts'

/** Events, audit entries and logged requests about channels that a limited role sees: those of its videos and of live streams. */
export const channelLimit: ObjectLimit = {
  types: ['ad_channel'],
  paths: [adsCalls.createAdChannel.path],
  isVisible(scope, id) {
    const isIt = and(sql`${adChannels.id} = ${id}`, eq(adChannels.environmentId, scope.environmentId))
    const isOfShown = and(
      isIt,
      or(isNotNull(adChannels.livestreamId), showsKeptContent(scope, adChannels.contentId)),
    )
    return sql`(${showsKeptContent(scope, id)} OR EXISTS (SELECT FROM ${adChannels} WHERE ${isOfShown}))`
  },
}
