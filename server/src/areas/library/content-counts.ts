import type { ContentStatus } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database.ts'
import { contentCounts } from './tables.ts'

/** How many contents an environment has in one of `statuses`, or in any, without going through all of them. */
export async function countContents(
  db: Queryable,
  environmentId: string,
  statuses: readonly ContentStatus[],
): Promise<number> {
  const [sum] = await db
    .select({ items: sql<number>`coalesce(sum(${contentCounts.change}), 0)`.mapWith(Number) })
    .from(contentCounts)
    .where(
      and(
        eq(contentCounts.environmentId, environmentId),
        statuses.length > 0 ? inArray(contentCounts.status, [...statuses]) : undefined,
      ),
    )
  return sum?.items ?? 0
}

/** Adds up the changes, so that there stay few: in one statement, so that whoever reads meanwhile counts the same. */
export async function addUpContentCounts(db: Queryable): Promise<void> {
  await db.execute(sql`
    WITH many AS (
      SELECT environment_id, status FROM content_counts GROUP BY environment_id, status HAVING count(*) > 1
    ), taken AS (
      DELETE FROM content_counts USING many
      WHERE content_counts.environment_id = many.environment_id AND content_counts.status = many.status
      RETURNING content_counts.*
    )
    INSERT INTO content_counts (environment_id, status, change)
    SELECT environment_id, status, sum(change) FROM taken
    GROUP BY environment_id, status HAVING sum(change) <> 0`)
}
