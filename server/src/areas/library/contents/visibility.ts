import { roleLimitOf } from '@kinora/contract'
import { and, arrayOverlaps, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import { pathIds, subtreeIds } from './collection-tree.ts'
import { collections, contents } from './tables.ts'

/** The environment, and which of its videos the caller may see. */
export type VideoScope = Pick<Scope, 'environmentId' | 'filter'>

/**
 * Whether the caller may see a content of the environment: it matches the filter of their role, or they added it.
 * The only place that decides this; undefined if they may see all.
 */
export function isVisible({ environmentId, filter }: VideoScope): SQL | undefined {
  if (filter === null) return undefined
  if (roleLimitOf(filter) !== null) return sql`false`
  const { userId, folders, tags, metadata } = filter
  const hasEntry = (entry: object) => sql`${contents.metadata} @> ${JSON.stringify([entry])}::jsonb`
  return or(
    eq(contents.addedById, userId),
    and(
      folders && inArray(contents.collectionId, subtreeIds(environmentId, folders)),
      tags && arrayOverlaps(contents.tags, tags),
      metadata && or(...metadata.map(hasEntry)),
    ),
  )
}

/** Whether the content is hidden from the caller; never null. */
export function isHidden(scope: VideoScope): SQL {
  return sql`(${isVisible(scope) ?? sql`true`}) IS NOT TRUE`
}

/** Condition: the caller may see a folder. A role limited to folders shows these, all below, and the path to them. */
export function isVisibleFolder({ environmentId, filter }: VideoScope): SQL | undefined {
  if (roleLimitOf(filter) !== null) return sql`false`
  const folders = filter?.folders
  if (folders === undefined) return undefined
  return or(
    inArray(collections.id, subtreeIds(environmentId, folders)),
    inArray(collections.id, pathIds(environmentId, folders)),
  )
}

/** Whether the caller may change a folder and add to it, as far as the filter of their role decides. */
export function isOwnFolder({ environmentId, filter }: VideoScope): SQL | undefined {
  if (roleLimitOf(filter) !== null) return sql`false`
  const folders = filter?.folders
  return folders && inArray(collections.id, subtreeIds(environmentId, folders))
}
