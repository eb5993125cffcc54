import { collectionLimits } from '@kinora/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { collections } from '../contents/tables.ts'

/** A statement for the ids of a folder and of all folders below it. */
export function subtreeIds(id: string): SQL {
  return sql`(WITH RECURSIVE below AS (
    SELECT id FROM ${collections} WHERE id = ${id}
    UNION ALL SELECT child.id FROM ${collections} AS child JOIN below ON child.parent_id = below.id
  ) SELECT id FROM below)`
}

/** The way to a folder, from the outermost to itself; nothing where there is no such folder. */
export async function getFolderPath(db: Queryable, id: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    WITH RECURSIVE way AS (
      SELECT id, name, parent_id, 0 AS up FROM ${collections} WHERE id = ${id}
      UNION ALL SELECT above.id, above.name, above.parent_id, way.up + 1
      FROM ${collections} AS above JOIN way ON above.id = way.parent_id
    ) SELECT id, name FROM way ORDER BY up DESC`)
  return rows
}

/** How many folders stand within each other from this one on. */
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
 * Lets one at a time change an environment's folders, or many of its videos: two moves cannot make a circle, and none
 * waits for another that waits for it.
 */
export async function lockCollections(tx: Transaction, environmentId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`collections ${environmentId}`}, 0))`)
}
