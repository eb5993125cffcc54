import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { showsKeptContent } from '../../library/index.ts'
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

/** Filters IDs to ad channels that exist and that the caller's role shows. */
export async function shownAdChannels(
  db: Queryable,
  scope: Pick<Scope, 'environmentId' | 'filter'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { id, environmentId, livestreamId, contentId } = adChannels
  const isShown = or(isNotNull(livestreamId), showsKeptContent(scope, contentId))
  const rows = await db
    .select({ id })
    .from(adChannels)
    .where(and(eq(environmentId, scope.environmentId), inArray(id, [...ids]), isShown))
  return rows.map((row) => row.id)
}
