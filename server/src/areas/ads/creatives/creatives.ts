import { and, eq, inArray } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Ads } from '../ads.ts'
import { conditionJob } from '../job-definitions.ts'
import type { InlineAd, MediaFile } from '../vast/vast.ts'
import { type AdShape, hashOf, shapeKeyOf } from './shape.ts'
import { adCreatives } from './tables.ts'

export type CreativeRow = typeof adCreatives.$inferSelect

/** A better file would not be seen in a rendition of ours. */
const ENOUGH_KBPS = 12_000
/** A creative that failed is tried again after this time. */
const RETRY_SECONDS = 3600
/** `usedAt` is written at most this often. */
const USE_SECONDS = 3600

/** The file of an ad that is encoded: the best that is good enough. Null if it has no video file to download. */
export function chooseMedia(files: readonly MediaFile[]): MediaFile | null {
  const usable = files.filter(({ type, delivery }) => delivery === 'progressive' && /^video\//.test(type))
  const fitting = usable.filter(({ bitrateKbps }) => bitrateKbps <= ENOUGH_KBPS)
  const [best] = (fitting.length > 0 ? fitting : usable).toSorted(
    (a, b) =>
      (fitting.length > 0 ? b.bitrateKbps - a.bitrateKbps : a.bitrateKbps - b.bitrateKbps) ||
      b.width - a.width,
  )
  return best ?? null
}

export interface WantedCreative {
  readonly key: string
  readonly mediaUrl: string
}

export function creativeOf({ universalAdId }: InlineAd, { url }: MediaFile): WantedCreative {
  return { key: hashOf(universalAdId ?? url), mediaUrl: url }
}

/** The creatives for videos of this shape, by key. Those that are not known yet are encoded from now on. */
export async function findCreatives(
  ads: Pick<Ads, 'db' | 'clock' | 'jobs'>,
  environmentId: string,
  shape: AdShape,
  wanted: readonly WantedCreative[],
): Promise<Map<string, CreativeRow>> {
  if (wanted.length === 0) return new Map()
  const { db, clock, jobs } = ads
  const at = clock.now()
  const shapeKey = shapeKeyOf(shape)
  const isWanted = and(
    eq(adCreatives.environmentId, environmentId),
    eq(adCreatives.shapeKey, shapeKey),
    inArray(
      adCreatives.key,
      wanted.map(({ key }) => key),
    ),
  )
  const rows = await db.select().from(adCreatives).where(isWanted)
  const known = new Map(rows.map((row) => [row.key, row]))
  const missing = [...new Map(wanted.map((each) => [each.key, each])).values()].filter(
    ({ key }) => !known.has(key),
  )
  const again = rows.filter(
    ({ state, usedAt }) => state === 'failed' && addSeconds(usedAt, RETRY_SECONDS) <= at,
  )
  const stale = rows.filter(({ usedAt }) => addSeconds(usedAt, USE_SECONDS) <= at)
  if (missing.length + again.length + stale.length === 0) return known
  await db.transaction(async (tx) => {
    const enqueue = (creativeId: string) =>
      jobs.enqueue(tx, conditionJob, { creativeId }, { environmentId, key: creativeId })
    for (const { key, mediaUrl } of missing) {
      const row = { id: uuidv7(at.getTime()), environmentId, key, mediaUrl, shapeKey, shape, outputs: [] }
      const created = await tx
        .insert(adCreatives)
        .values({ ...row, state: 'preparing', createdAt: at, usedAt: at })
        .onConflictDoNothing()
        .returning({ id: adCreatives.id })
      for (const { id } of created) await enqueue(id)
    }
    if (stale.length > 0) {
      const ids = stale.map(({ id }) => id)
      await tx
        .update(adCreatives)
        .set({ usedAt: at })
        .where(and(eq(adCreatives.environmentId, environmentId), inArray(adCreatives.id, ids)))
    }
    for (const { id } of again) {
      const isFailed = and(
        eq(adCreatives.environmentId, environmentId),
        eq(adCreatives.id, id),
        eq(adCreatives.state, 'failed'),
      )
      const changed = await tx.update(adCreatives).set({ state: 'preparing' }).where(isFailed).returning()
      if (changed.length > 0) await enqueue(id)
    }
  })
  return known
}
