import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { campaigns } from './tables.ts'

/** Names of campaigns by ID. Deleted ones are missing. @param ids UUIDs */
export async function campaignNames(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, name } = campaigns
  const rows = await db
    .select({ id, name })
    .from(campaigns)
    .where(and(eq(campaigns.environmentId, environmentId), inArray(id, [...ids])))
  return new Map(rows.map((row) => [row.id, row.name]))
}
