import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { adChannels } from './tables.ts'

/** Names of ad channels by ID. Deleted ones are missing. */
export async function adChannelNames(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, name } = adChannels
  const rows = await db
    .select({ id, name })
    .from(adChannels)
    .where(and(eq(adChannels.environmentId, environmentId), inArray(id, [...ids])))
  return new Map(rows.map((row) => [row.id, row.name]))
}
