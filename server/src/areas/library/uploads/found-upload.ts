import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { getVisibleContent } from '../contents/contents.ts'
import { uploads } from '../contents/tables.ts'
import type { VideoScope } from '../contents/visibility.ts'

/** The upload of the file of a video. @throws problem not-found also if the role hides the video */
export async function findUpload(
  db: Queryable,
  scope: VideoScope,
  id: string,
): Promise<{ contentId: string; fileName: string }> {
  const { environmentId } = scope
  const isIt = and(rowOf(uploads, { id, environmentId }), eq(uploads.kind, 'source'))
  const [row] = await db.select().from(uploads).where(isIt)
  if (row === undefined) throw problem('not-found')
  const { contentId, fileName } = row
  await getVisibleContent(db, scope, contentId)
  return { contentId, fileName }
}
