import { and, eq, inArray } from 'drizzle-orm'
import type { Platform } from '../../../platform/platform.ts'
import type { MediaFile } from '../vast/media.ts'
import type { InlineAd } from '../vast/vast.ts'
import { recordDemand, type WantedCreative } from './demand.ts'
import { type AdShape, hashOf, shapeKeyOf } from './shape.ts'
import { adCreatives, type CreativeRow } from './tables.ts'

/** Parameters of URLs that differ in each session or request: signatures, expiry, tokens, random numbers. */
const VOLATILE =
  /^(?:x-(?:amz|goog)-.*|.*(?:signature|token|expir\w*|nonce|random|cache_?bust\w*|time_?stamp)|sig|sign|exp|hdnea|hdnts|policy|key-pair-id|googleaccessid|awsaccesskeyid|auth|hmac|cb|cbs|rnd|rand|ord|correlator|t|ts|_|sid|session_?id|request_?id|req_?id|impression_?id|imp_?id|bid_?id|auction_?id)$/i

/** Identifies the film of an ad: by its universal ad ID and its file, because a wrong ID must not show another film. Without an ID,
 * by the URL of the file. */
export function creativeOf(
  { universalAdId }: Pick<InlineAd, 'universalAdId'>,
  { url }: MediaFile,
): WantedCreative {
  const film = universalAdId === null ? url : `${universalAdId} ${fileOf(url)}`
  return { key: hashOf(film), mediaUrl: url }
}

/** URL of a file without parameters that change. */
function fileOf(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  const query = [...url.searchParams].filter(([name]) => !VOLATILE.test(name))
  const inOrder = query.map(([name, value]) => `${name}=${value}`).sort()
  return `${url.host}${url.pathname}?${inOrder.join('&')}`
}

/** Finds creatives for videos of this shape, by key, each with the ID whose files it uses. Unknown creatives are queued for
 * encoding, unless too many wait. */
export async function findCreatives(
  ads: Pick<Platform, 'db' | 'clock' | 'jobs' | 'log' | 'secrets'>,
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
