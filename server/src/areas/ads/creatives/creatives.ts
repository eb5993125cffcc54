import { and, eq, inArray } from 'drizzle-orm'
import type { Platform } from '../../../platform/platform.ts'
import type { InlineAd, MediaFile } from '../vast/vast.ts'
import { recordDemand, type WantedCreative } from './demand.ts'
import { type AdShape, hashOf, shapeKeyOf } from './shape.ts'
import { adCreatives, type CreativeRow } from './tables.ts'

/** Bitrate above which a better file makes no visible difference after encoding. */
const ENOUGH_KBPS = 12_000
/** Chooses the media file to encode. Null if the ad has no video file to download. */
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

export function creativeOf({ universalAdId }: InlineAd, { url }: MediaFile): WantedCreative {
  return { key: hashOf(universalAdId ?? url), mediaUrl: url }
}

/** Finds creatives for videos of this shape, by key, each with the ID whose files it uses. Unknown creatives are queued for
 * encoding, unless too many wait. */
export async function findCreatives(
  ads: Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'>,
  environmentId: string,
  shape: AdShape,
  wanted: readonly WantedCreative[],
): Promise<Map<string, CreativeRow>> {
  if (wanted.length === 0) return new Map()
  const isWanted = and(
    eq(adCreatives.environmentId, environmentId),
    eq(adCreatives.shapeKey, shapeKeyOf(shape)),
    inArray(
      adCreatives.key,
      wanted.map(({ key }) => key),
    ),
  )
  const rows = await ads.db.select().from(adCreatives).where(isWanted)
  await recordDemand(ads, environmentId, shape, wanted, rows)
  return new Map(rows.map((row) => [row.key, { ...row, id: row.filesOf ?? row.id }]))
}
