import type { MediaErrorId } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import {
  type AnyHandler,
  defineHandler,
  type JobContext,
  type JobDefinition,
} from '../../platform/jobs/jobs.ts'
import { DownloadFailure } from '../../platform/net/download.ts'
import { failTrack, makeTrack, removeOrphanedTrackFile } from './audio/track-encoding.ts'
import { makeClip } from './clips/clips.ts'
import { failContent, failImages } from './contents/states.ts'
import { contents } from './contents/tables.ts'
import { makeMp4 } from './downloads/mp4.ts'
import { failMp4 } from './downloads/mp4-requests.ts'
import { encodeCodecs, encodeLadder, failCodecs, failLadder } from './encoding/ladder.ts'
import { reasonOf } from './files/limits.ts'
import {
  runRemoval,
  scheduleContentRemoval,
  scheduleOutputRemovals,
  scheduleRemoval,
} from './files/removals.ts'
import { sourceKey } from './files/storage-keys.ts'
import { ContentGone, type Workspace, withWorkspace } from './files/workspace.ts'
import { generateImages } from './images/images.ts'
import { runImport, stopImport } from './imports/import-run.ts'
import { MediaRefused } from './ingest/analyze.ts'
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
      contentId: string,
      workspace: Workspace,
      context: JobContext,
      input: Input,
    ) => Promise<void>,
    failed: (library: Library, contentId: string, reason: MediaErrorId, input: Input) => Promise<void>,
  ) =>
    defineHandler({
      definition,
      async run(input, context) {
        const { contentId } = input
        try {
          await withWorkspace(library, contentId, context.signal, (workspace) =>
            run(library, contentId, workspace, context, input),
          )
        } catch (error) {
          if (isContentGone(error)) return await removeLeftovers(library, contentId, context)
          if (!(error instanceof MediaRefused)) throw error
          await failed(library, contentId, error.id, input)
        }
      },
      failed: (input, error) => failed(library, input.contentId, failureReason(error), input),
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
      (lib, contentId, workspace, { isRetry }) => encodeLadder(lib, contentId, isRetry, workspace),
      failLadder,
    ),
    contentHandler(
      codecsJob,
      (lib, contentId, workspace, { isRetry }) => encodeCodecs(lib, contentId, isRetry, workspace),
      failCodecs,
    ),
    contentHandler(
      imagesJob,
      (lib, _contentId, workspace, { isRetry }, source) => generateImages(lib, source, isRetry, workspace),
      (lib, _contentId, reason, source) => failImages(lib, source, reason),
    ),
    // Text tracks are optional: the video is complete without them.
    contentHandler(textsJob, extractTexts, async () => undefined),
    defineHandler({
      definition: reencodeJob,
      async run(step, context) {
        const { contentId, reencodeId } = step
        const run = (workspace: Workspace) => reencode(library, step, context.isRetry, workspace)
        try {
          await withWorkspace(library, contentId, context.signal, run, reencodeId)
        } catch (error) {
          if (isContentGone(error)) return await removeLeftovers(library, contentId, context)
          if (!(error instanceof MediaRefused)) throw error
          await failStep(library, step, error.id)
        }
      },
      failed: (step, error) => failStep(library, step, failureReason(error)),
    }),
    defineHandler({
      definition: trashEventsJob,
      run: (_input, { environmentId, signal }) => publishTrashEvents(library, environmentId, signal),
      // A sweep enqueues what is left.
      failed: async () => undefined,
    }),
    defineHandler({
      definition: trackJob,
      async run({ contentId, trackId }, context) {
        const run = (workspace: Workspace) => makeTrack(library, contentId, trackId, workspace)
        try {
          await withWorkspace(library, contentId, context.signal, run, trackId)
        } catch (error) {
          if (isContentGone(error)) {
            await removeOrphanedTrackFile(library, contentId, trackId)
            return await removeLeftovers(library, contentId, context)
          }
          if (!(error instanceof MediaRefused)) throw error
          await failTrack(library, trackId, error.id)
        }
      },
      failed: ({ trackId }, error) => failTrack(library, trackId, failureReason(error)),
    }),
    defineHandler({
      definition: mp4Job,
      async run({ contentId, outputId }, context) {
        try {
          await withWorkspace(library, contentId, context.signal, (workspace) =>
            makeMp4(library, contentId, outputId, workspace),
          )
        } catch (error) {
          if (!isContentGone(error)) throw error
          await removeLeftovers(library, contentId, context, [outputId])
        }
      },
      failed: ({ outputId }, error) => failMp4(library, outputId, failureReason(error)),
    }),
    defineHandler({
      definition: importJob,
      run: ({ importId }, { signal }) => runImport(library, importId, signal),
      failed: ({ importId }) => stopImport(library, importId, 'interrupted'),
    }),
    defineHandler({
      definition: removalJob,
      run: ({ removalId }) => runRemoval(library, removalId),
      failed: async () => undefined,
    }),
  ]
}

/**
 * Removes files that were written after the content's own removal, or to outputs it no longer has; also its first
 * source, if that was replaced.
 */
async function removeLeftovers(
  library: Library,
  contentId: string,
  { environmentId }: JobContext,
  outputIds: readonly string[] = [],
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [content] = await tx.select().from(contents).where(eq(contents.id, contentId))
    if (content) {
      await scheduleOutputRemovals(library, tx, content, outputIds)
      if (content.sourceId !== null) await scheduleRemoval(library, tx, environmentId, sourceKey(contentId))
    } else await scheduleContentRemoval(library, tx, { id: contentId, environmentId }, [])
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
