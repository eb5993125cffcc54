import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashOf } from './shape.ts'
import { adCreatives } from './tables.ts'

/** Encoding result of an ad's file. */
export interface PreparedFile {
  /** Null until the file is encoded for a video. */
  readonly durationS: number | null
  /** Whether encoding failed for each video. */
  readonly isFailed: boolean
}

/** Results by the URL of the file. Files that no session asked for are missing. */
export async function preparedFiles(
  db: Queryable,
  environmentId: string,
  urls: readonly string[],
): Promise<Map<string, PreparedFile>> {
  if (urls.length === 0) return new Map()
  const keys = new Map(urls.map((url) => [hashOf(url), url]))
  const { key } = adCreatives
  const rows = await db
    .select({
      key,
      durationS: sql<number | null>`(array_agg(duration_s ORDER BY checked_at DESC)
        FILTER (WHERE duration_s IS NOT NULL))[1]`,
      isFailed: sql<boolean>`bool_and(state = 'failed')`,
    })
    .from(adCreatives)
    .where(and(eq(adCreatives.environmentId, environmentId), inArray(key, [...keys.keys()])))
    .groupBy(key)
  return new Map(rows.map(({ key: found, ...file }) => [keys.get(found) ?? '', file] as const))
}
