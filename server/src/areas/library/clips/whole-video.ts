import { standardProfileId } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { getContent, getVisibleContent, lockContent } from '../contents/contents.ts'
import { renditions } from '../contents/tables.ts'
import type { VideoScope } from '../contents/visibility.ts'
import { type Workspace, withWorkspace } from '../contents/workspace.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { type Origin, openOrigin } from './origin.ts'
import { openRecordedSpan } from './recorded-span.ts'

/** A ready video, for areas that make something of it. */
export interface ReadyVideo extends ContentRef {
  readonly title: string
  /** The current source file; null for the first one, and for recordings. */
  readonly sourceId: string | null
  /** The encoding profile. */
  readonly profileId: string
  readonly durationS: number
  readonly hasPicture: boolean
  readonly hasAudio: boolean
}

/** Locks a ready video until the transaction ends. @throws problem not-found, content-not-ready, in-trash */
export async function lockReadyVideo(tx: Transaction, scope: VideoScope, id: string): Promise<ReadyVideo> {
  const { environmentId } = scope
  await getVisibleContent(tx, scope, id)
  const { title, sourceId, profile, durationS, status } = await lockContent(tx, environmentId, id)
  if (status !== 'ready' || durationS === null) throw problem('content-not-ready')
  const [hasPicture, hasAudio] = await Promise.all([hasTrack(tx, id, 'video'), hasTrack(tx, id, 'audio')])
  return {
    id,
    environmentId,
    title,
    sourceId,
    profileId: profile?.id ?? standardProfileId,
    durationS,
    hasPicture,
    hasAudio,
  }
}

/** Locks a video until the transaction ends. Returns its status. @throws problem not-found, in-trash */
export async function lockVideo(
  tx: Transaction,
  scope: VideoScope,
  id: string,
): Promise<ContentRow['status']> {
  await getVisibleContent(tx, scope, id)
  return (await lockContent(tx, scope.environmentId, id)).status
}

async function hasTrack(tx: Queryable, contentId: string, type: 'video' | 'audio'): Promise<boolean> {
  return (
    (await tx.$count(renditions, and(eq(renditions.contentId, contentId), eq(renditions.type, type)))) > 0
  )
}

/** A whole video as a file in a workspace, with the source that it is. */
export interface OpenVideo extends Origin {
  readonly sourceId: string | null
  readonly durationS: number
}

/** Opens a whole video in a workspace: its source file, or the joined segments of a recording.
 * @throws MediaRefused if there is no file, ContentGone */
export async function withWholeVideo<T>(
  library: Library,
  content: ContentRef,
  signal: AbortSignal,
  run: (video: OpenVideo, workspace: Workspace) => Promise<T>,
): Promise<T> {
  return withWorkspace(library, content, signal, async (workspace) => {
    const row = await getContent(library.db, content.environmentId, content.id)
    const durationS = row.durationS ?? 0
    if (row.status !== 'ready') throw new MediaRefused('source-missing')
    const open = row.category === 'LiveRecording' ? openRecordedSpan : openOrigin
    const { origin } = await open(library, row, { startS: 0, endS: durationS }, workspace)
    return run({ ...origin, sourceId: row.sourceId, durationS }, workspace)
  })
}
