import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashOf } from './shape.ts'
import { adCreatives } from './tables.ts'

/** Seconds of ads by the URL of their file. Those that were not prepared for any video yet are missing. */
export async function preparedDurations(
  db: Queryable,
  environmentId: string,
  urls: readonly string[],
): Promise<Map<string, number>> {
  if (urls.length === 0) return new Map()
  const keys = new Map(urls.map((url) => [hashOf(url), url]))
  const { key, durationS } = adCreatives
  const isPrepared = and(
    eq(adCreatives.environmentId, environmentId),
    inArray(key, [...keys.keys()]),
    isNotNull(durationS),
  )
  const rows = await db.selectDistinctOn([key], { key, durationS }).from(adCreatives).where(isPrepared)
  return new Map(rows.flatMap((row) => [[keys.get(row.key) ?? '', row.durationS ?? 0]] as const))
}
