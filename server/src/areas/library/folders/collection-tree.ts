import { collectionLimits } from '@kinora/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { collections } from '../contents/tables.ts'

/** A subquery for the ids of a folder and all folders below it. */
export function subtreeIds(id: string): SQL {
  return sql`(WITH RECURSIVE below AS (
    SELECT id FROM ${collections} WHERE id = ${id}
    UNION ALL SELECT child.id FROM ${collections} AS child JOIN below ON child.parent_id = below.id
  ) SELECT id FROM below)`
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
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`collections ${environmentId}`}, 0))`)
}
