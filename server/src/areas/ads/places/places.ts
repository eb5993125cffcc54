import type { AdPlaces } from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { getLoopVideo } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { getVideo } from '../videos.ts'
import { placesJob } from './jobs.ts'
import { adPlaces } from './tables.ts'

/** @throws problem not-found, also if the caller's role hides the video */
export async function getPlaces(ads: Ads, { scope }: Caller, contentId: string): Promise<AdPlaces> {
  await getVideo(ads, scope, contentId)
  const isIt = and(eq(adPlaces.environmentId, scope.environmentId), eq(adPlaces.contentId, contentId))
  const [row] = await ads.db.select().from(adPlaces).where(isIt)
  const { state = 'none', places = [] } = row ?? {}
  return { state, items: places.map(({ atS: at, kind, title }) => ({ at, kind, title })) }
}

/** Starts a search, unless one is running. @throws problem not-found, ad-places-unavailable */
export async function findPlaces(ads: Ads, caller: Caller, contentId: string): Promise<AdPlaces> {
  const { environmentId } = caller.scope
  if ((await getLoopVideo(ads.db, caller.scope, contentId)) === null) throw problem('ad-places-unavailable')
  await ads.db.transaction(async (tx) => {
    const row = { contentId, environmentId, state: 'finding', places: [] } as const
    const started = await tx
      .insert(adPlaces)
      .values(row)
      .onConflictDoUpdate({
        target: adPlaces.contentId,
        set: row,
        setWhere: sql`${adPlaces.environmentId} = ${environmentId} AND ${adPlaces.state} <> 'finding'`,
      })
      .returning({ contentId: adPlaces.contentId })
    if (started.length > 0)
      await ads.jobs.enqueue(tx, placesJob, { contentId }, { environmentId, key: contentId })
  })
  return getPlaces(ads, caller, contentId)
}
