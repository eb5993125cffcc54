import type { MediaErrorId } from '@kinora/contract'
import { and, eq, ne } from 'drizzle-orm'
import { rowOf } from '../../platform/database/row-of.ts'
import { reasonOf } from '../../platform/ffmpeg/limits.ts'
import {
  type AnyHandler,
  defineHandler,
  type JobContext,
  type JobDefinition,
  type JobTenant,
} from '../../platform/jobs/jobs.ts'
import { DownloadFailure } from '../../platform/net/download.ts'
import type { TrackRef } from './audio/audio-track-view.ts'
import { failTrack, makeTrack, removeOrphanedTrackFile } from './audio/track-encoding.ts'
import { makeClip } from './clips/clips.ts'
import type { ContentRef } from './contents/content-view.ts'
import { failContent, failImages } from './contents/states.ts'
import { contents } from './contents/tables.ts'
import { ContentGone, type Workspace, withWorkspace } from './contents/workspace.ts'
import { makeMp4 } from './downloads/mp4.ts'
import { failMp4 } from './downloads/mp4-requests.ts'
import { encodeCodecs, encodeLadder, failCodecs, failLadder } from './encoding/ladder.ts'
import { outputRows } from './encoding/output-ids.ts'
import {
  runRemoval,
  scheduleContentRemoval,
  scheduleOutputRemovals,
  scheduleRemoval,
} from './files/removals.ts'
import { sourceKey } from './files/storage-keys.ts'
import { generateImages } from './images/images.ts'
import { runImport, stopImport } from './imports/import-run.ts'
import { ingestSource } from './ingest/ingest.ts'
import {
  clipJob,
  codecsJob,
  downloadJob,
  imagesJob,
  importJob,
  ingestJob,
  ladderJob,
  mp4Job,
  reencodeJob,
  removalJob,
  sampleJob,
  socialClipJob,
  testJob,
  textsJob,
  trackJob,
  trashEventsJob,
} from './job-definitions.ts'
import type { Library } from './library.ts'
import { failStep } from './reencode/reencode-steps.ts'
import { reencode } from './reencode/reencoding.ts'
import { makeSocialClip } from './social-clips/social-rendering.ts'
import { MediaRefused } from './sources/analyze.ts'
import { extractTexts } from './subtitles/embedded-texts.ts'
import { publishTrashEvents } from './trash/trash-events.ts'
import { makeSample } from './uploads/samples.ts'
import { makeTestVideo } from './uploads/test-videos.ts'
import { fetchSource } from './uploads/url-uploads.ts'

/** The library's jobs. */
export function libraryJobs(library: Library): AnyHandler[] {
  const contentHandler = <Input extends { contentId: string }>(
    definition: JobDefinition<Input>,
    run: (
      library: Library,
      content: ContentRef,
      workspace: Workspace,
      context: JobContext,
      input: Input,
    ) => Promise<void>,
    failed: (library: Library, content: ContentRef, reason: MediaErrorId, input: Input) => Promise<void>,
  ) =>
    defineHandler({
      definition,
      async run(input, context) {
        const content = contentOf(input, context)
        try {
          await withWorkspace(library, content, context.signal, (workspace) =>
            run(library, content, workspace, context, input),
          )
        } catch (error) {
          if (isContentGone(error)) return await removeLeftovers(library, content)
          if (!(error instanceof MediaRefused)) throw error
          await failed(library, content, error.id, input)
        }
      },
      failed: (input, error, tenant) =>
        failed(library, contentOf(input, tenant), failureReason(error), input),
    })

  return [
    contentHandler(downloadJob, fetchSource, failContent),
    contentHandler(sampleJob, makeSample, failContent),
    contentHandler(clipJob, makeClip, failContent),
    contentHandler(socialClipJob, makeSocialClip, failContent),
    contentHandler(testJob, makeTestVideo, failContent),
    contentHandler(ingestJob, ingestSource, failContent),
    contentHandler(
      ladderJob(library.config.ENCODE_CONCURRENCY),
      (lib, content, workspace, { isRetry }) => encodeLadder(lib, content, isRetry, workspace),
      failLadder,
    ),
    contentHandler(
      codecsJob,
      (lib, content, workspace, { isRetry }) => encodeCodecs(lib, content, isRetry, workspace),
      failCodecs,
    ),
    contentHandler(
      imagesJob,
      (lib, content, workspace, { isRetry }, { sourceId }) =>
        generateImages(lib, { ...content, sourceId }, isRetry, workspace),
      (lib, content, reason, { sourceId }) => failImages(lib, { ...content, sourceId }, reason),
    ),
    // Text tracks are optional: the video is complete without them.
    contentHandler(textsJob, extractTexts, async () => undefined),
    defineHandler({
      definition: reencodeJob,
      async run(step, context) {
        const content = contentOf(step, context)
        const run = (workspace: Workspace) => reencode(library, content, step, context.isRetry, workspace)
        try {
          await withWorkspace(library, content, context.signal, run, step.reencodeId)
        } catch (error) {
          if (isContentGone(error)) return await removeLeftovers(library, content)
          if (!(error instanceof MediaRefused)) throw error
          await failStep(library, content, step, error.id)
        }
      },
      failed: (step, error, tenant) => failStep(library, contentOf(step, tenant), step, failureReason(error)),
    }),
    defineHandler({
      definition: trashEventsJob,
      run: (_input, { environmentId, signal }) => publishTrashEvents(library, environmentId, signal),
      // A sweep enqueues remaining events.
      failed: async () => undefined,
    }),
    defineHandler({
      definition: trackJob,
      async run(input, context) {
        const content = contentOf(input, context)
        const track = trackOf(input, context)
        const run = (workspace: Workspace) => makeTrack(library, content, track.id, workspace)
        try {
          await withWorkspace(library, content, context.signal, run, track.id)
        } catch (error) {
          if (isContentGone(error)) {
            await removeOrphanedTrackFile(library, content, track.id)
            return await removeLeftovers(library, content)
          }
          if (!(error instanceof MediaRefused)) throw error
          await failTrack(library, track, error.id)
        }
      },
      failed: (input, error, tenant) => failTrack(library, trackOf(input, tenant), failureReason(error)),
    }),
    defineHandler({
      definition: mp4Job,
      async run(input, context) {
        const content = contentOf(input, context)
        const { outputId } = input
        try {
          await withWorkspace(library, content, context.signal, (workspace) =>
            makeMp4(library, content.id, outputId, workspace),
          )
        } catch (error) {
          if (!isContentGone(error)) throw error
          await removeLeftovers(library, content, [outputId])
        }
      },
      failed: ({ outputId }, error) => failMp4(library, outputId, failureReason(error)),
    }),
    defineHandler({
      definition: importJob,
      run: ({ importId: id }, { environmentId, signal }) => runImport(library, { id, environmentId }, signal),
      failed: ({ importId: id }, _error, { environmentId }) =>
        stopImport(library, { id, environmentId }, 'interrupted'),
    }),
    defineHandler({
      definition: removalJob,
      run: ({ removalId: id }, { environmentId }) => runRemoval(library, { id, environmentId }, outputRows),
      failed: async () => undefined,
    }),
  ]
}

function contentOf({ contentId }: { readonly contentId: string }, { environmentId }: JobTenant): ContentRef {
  return { id: contentId, environmentId }
}

function trackOf({ trackId }: { readonly trackId: string }, { environmentId }: JobTenant): TrackRef {
  return { id: trackId, environmentId }
}

/**
 * Removes files that were written after the content's own removal, or to outputs it no longer has; also its first
 * source, if that was replaced.
 */
async function removeLeftovers(
  library: Library,
  content: ContentRef,
  outputIds: readonly string[] = [],
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
