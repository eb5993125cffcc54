import { collectionLimits } from '@kinora/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { collections } from './tables.ts'

/** A subquery for the ids of folders of the environment and all folders below them. */
export function subtreeIds(environmentId: string, ids: readonly string[]): SQL {
  return sql`(WITH RECURSIVE below AS (
    ${selectIds(environmentId, ids, sql`id`)}
    UNION SELECT child.id FROM ${collections} AS child JOIN below ON child.parent_id = below.id
  ) SELECT id FROM below)`
}

/** A subquery for the ids of folders of the environment and all folders above them. */
export function pathIds(environmentId: string, ids: readonly string[]): SQL {
  return sql`(WITH RECURSIVE way AS (
    ${selectIds(environmentId, ids, sql`id, parent_id`)}
    UNION SELECT above.id, above.parent_id FROM ${collections} AS above JOIN way ON above.id = way.parent_id
  ) SELECT id FROM way)`
}

function selectIds(environmentId: string, ids: readonly string[], columns: SQL): SQL {
  return sql`SELECT ${columns} FROM ${collections}
    WHERE environment_id = ${environmentId} AND id = ANY (${sql.param([...ids])}::uuid[])`
}

/** The path from the top-level folder to this one; empty if it does not exist. */
export async function getFolderPath(db: Queryable, id: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    WITH RECURSIVE way AS (
      SELECT id, name, parent_id, 0 AS up FROM ${collections} WHERE id = ${id}
      UNION ALL SELECT above.id, above.name, above.parent_id, way.up + 1
      FROM ${collections} AS above JOIN way ON above.id = way.parent_id
    ) SELECT id, name FROM way ORDER BY up DESC`)
  return rows
}

interface TreeRow {
  readonly id: string
  readonly parentId: string | null
}

/** Sums the values of each folder and all folders below it. */
export function sumSubtrees(
  rows: readonly TreeRow[],
  values: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const sums = new Map<string, number>()
  const sumOf = (id: string): number => {
    const children = (below.get(id) ?? []).reduce((sum, child) => sum + sumOf(child.id), 0)
    const sum = (values.get(id) ?? 0) + children
    sums.set(id, sum)
    return sum
  }
  for (const { id } of rows) if (!sums.has(id)) sumOf(id)
  return sums
}

/** The number of folder levels from this one down. */
export async function getFolderHeight(db: Queryable, id: string): Promise<number> {
  const { rows } = await db.execute<{ height: number }>(sql`
    WITH RECURSIVE below AS (
      SELECT id, 1 AS depth FROM ${collections} WHERE id = ${id}
      UNION ALL SELECT child.id, below.depth + 1
      FROM ${collections} AS child JOIN below ON child.parent_id = below.id
      WHERE below.depth < ${collectionLimits.depth + 1}
    ) SELECT max(depth)::int AS height FROM below`)
  return rows[0]?.height ?? 0
}

/**
 * Allows one change of an environment's folders, or bulk change of its videos, at a time: two moves cannot make a
 * cycle, and transactions cannot deadlock.
 */
export async function lockCollections(tx: Transaction, environmentId: string): Promise<void> {
  await takeLock(tx, `collections ${environmentId}`)
}
