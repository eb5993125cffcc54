import type { MediaErrorId } from '@kinora/contract'
import { and, eq, ne } from 'drizzle-orm'
import * as z from 'zod'
import { rowOf } from '../../../platform/database/row-of.ts'
import { reasonOf } from '../../../platform/ffmpeg/limits.ts'
import {
  type AnyHandler,
  defineHandler,
  defineJob,
  type JobContext,
  type JobDefinition,
  type JobTenant,
} from '../../../platform/jobs/jobs.ts'
import { DownloadFailure } from '../../../platform/net/download.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone, type Workspace, withWorkspace } from '../contents/workspace.ts'
import { scheduleContentRemoval, scheduleOutputRemovals, scheduleRemoval } from '../files/removals.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from './analyze.ts'

/** Defaults of jobs that process the file of one content. No file takes a whole day. */
export const contentJob = {
  input: z.object({ contentId: z.uuid() }),
  attempts: 3,
  retryDelaySeconds: 2,
  heartbeatSeconds: 12,
  wallLimitSeconds: 23 * 3600,
  concurrency: 1,
} as const

/** Reads the source and makes it playable: the first rendition and all audio. */
export const ingestJob = defineJob({ name: 'library.ingest', ...contentJob, concurrency: 2 })

/** Jobs that make a part of a content. */
interface OfPart<Input> {
  /** An ID of the part, whose cancellation ends the job like that of the content. */
  workId?(input: Input): string
  /** Removes files that were written for a content or a part that is gone. */
  removeLeftovers?(library: Library, content: ContentRef, input: Input): Promise<void>
}

/**
 * The handler of jobs on one content, which run in a workspace. They end if the content is gone, and fail at once if its
 * file cannot be used.
 */
export function contentHandler<Input extends { contentId: string }>(
  library: Library,
  definition: JobDefinition<Input>,
  run: (
    library: Library,
    content: ContentRef,
    workspace: Workspace,
    context: JobContext,
    input: Input,
  ) => Promise<void>,
  failed: (library: Library, content: ContentRef, reason: MediaErrorId, input: Input) => Promise<void>,
  { workId, removeLeftovers = removeContentLeftovers }: OfPart<Input> = {},
): AnyHandler {
  return defineHandler({
    definition,
    async run(input, context) {
      const content = contentOf(input, context)
      const work = (workspace: Workspace) => run(library, content, workspace, context, input)
      try {
        await withWorkspace(library, content, context.signal, work, workId?.(input))
      } catch (error) {
        if (isContentGone(error)) return await removeLeftovers(library, content, input)
        if (!(error instanceof MediaRefused)) throw error
        await failed(library, content, error.id, input)
      }
    },
    failed: (input, error, tenant) => failed(library, contentOf(input, tenant), failureReason(error), input),
  })
}

function contentOf({ contentId }: { readonly contentId: string }, { environmentId }: JobTenant): ContentRef {
  return { id: contentId, environmentId }
}

function removeContentLeftovers(library: Library, content: ContentRef): Promise<void> {
  return removeOutputLeftovers(library, content, [])
}

/**
 * Removes files that were written after the content's own removal, or to outputs it no longer has; also its first
 * source, if that was replaced.
 */
export async function removeOutputLeftovers(
  library: Library,
  content: ContentRef,
  outputIds: readonly string[],
): Promise<void> {
  const { id, environmentId } = content
  await library.db.transaction(async (tx) => {
    const [row] = await tx.select().from(contents).where(rowOf(contents, content))
    if (row) {
      await scheduleOutputRemovals(library, tx, row, outputIds)
      if (row.sourceId !== null) await scheduleRemoval(library, tx, environmentId, sourceKey(id))
      return
    }
    // The files of a content are stored under its ID alone.
    const isElsewhere = and(eq(contents.id, id), ne(contents.environmentId, environmentId))
    if ((await tx.$count(contents, isElsewhere)) === 0) await scheduleContentRemoval(library, tx, content, [])
  })
}

function isContentGone(error: unknown): boolean {
  return error instanceof ContentGone || (error instanceof Error && error.cause instanceof ContentGone)
}

function failureReason(error: unknown): MediaErrorId {
  if (error instanceof DownloadFailure)
    return error.fault === 'time-limit' ? 'download-time-limit' : 'download-failed'
  return reasonOf(error)
}
