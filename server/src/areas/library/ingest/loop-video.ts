import type { PlaybackPolicy } from '@kinora/contract'
import { and, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import type { Analysis } from '../contents/content-facts.ts'
import { contents } from '../contents/tables.ts'
import { isVisible, type VideoScope } from '../contents/visibility.ts'
import type { Workspace } from '../contents/workspace.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { openFile } from '../sources/source.ts'

/** A ready video with a source file, which a live stream can play in a loop. */
export interface LoopVideo {
  readonly analysis: Analysis
  readonly key: string
  readonly playbackPolicy: PlaybackPolicy
}

/** Finds the video. Null if it is not ready or has no source file. @throws problem not-found, also if the caller may
 * not see it */
export async function getLoopVideo(db: Queryable, scope: VideoScope, id: string): Promise<LoopVideo | null> {
  const { environmentId } = scope
  const [row] = await db
    .select({
      status: contents.status,
      analysis: contents.analysis,
      sourceId: contents.sourceId,
      playbackPolicy: contents.playbackPolicy,
    })
    .from(contents)
    .where(and(rowOf(contents, { id, environmentId }), isVisible(scope), isNull(contents.trashedAt)))
  if (row === undefined) throw problem('not-found')
  const { status, analysis, sourceId, playbackPolicy } = row
  if (status !== 'ready' || analysis === null) return null
  return { analysis, key: sourceKey(id, sourceId), playbackPolicy }
}

/** Puts the file of a video into the workspace, read-only, and returns its name. Throws if it is not in storage. */
export function openLoopFile({ storage }: Pick<Library, 'storage'>, video: LoopVideo, workspace: Workspace) {
  return openFile(storage, video.key, workspace, 'input')
}
