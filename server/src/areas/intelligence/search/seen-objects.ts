import { and, asc, countDistinct, desc, eq } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { isFound } from '../../library/index.ts'
import { pictureObjects } from '../pictures/tables.ts'

/** Engines know 80 labels. */
const MOST_LABELS = 100

/** The labels of objects in videos that the caller may see, the most frequent first. */
export async function listSeenObjects(db: Queryable, scope: Scope) {
  const { label, contentId, environmentId } = pictureObjects
  const videos = countDistinct(contentId)
  return db
    .select({ label, videos })
    .from(pictureObjects)
    .where(and(eq(environmentId, scope.environmentId), isFound(scope, {}, contentId)))
    .groupBy(label)
    .orderBy(desc(videos), asc(label))
    .limit(MOST_LABELS)
}
