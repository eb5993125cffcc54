import type { MediaErrorId } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import {
  type AnyHandler,
  defineHandler,
  type JobContext,
  type JobDefinition,
} from '../../platform/jobs/jobs.ts'
import { DownloadFailure } from '../../platform/net/download.ts'
import { failTrack, makeTrack, removeTrackIfGone } from './audio/track-making.ts'
import { makeClip } from './clips/clips.ts'
import { failContent, failImages } from './contents/states.ts'
import { contents } from './contents/tables.ts'
import { makeMp4 } from './downloads/mp4.ts'
import { failMp4 } from './downloads/mp4-requests.ts'
import { encodeCodecs, encodeLadder, failCodecs, failLadder } from './encoding/ladder.ts'
import { reasonOf } from './files/limits.ts'
import { removeContentFiles, removeFile, removeFiles, removeSuperseded } from './files/removals.ts'
import { sourceKey } from './files/storage-keys.ts'
import { ContentGone, type Work, withWork } from './files/work.ts'
import { drawImages } from './images/images.ts'
import { runImport, stopImport } from './imports/import-run.ts'
import { MediaRefused } from './ingest/analyze.ts'
import { ingest } from './ingest/ingest.ts'
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
} from './job-definitions.ts'
import type { Library } from './library.ts'
import { failStep } from './reencode/reencode-steps.ts'
import { reencode } from './reencode/reencoding.ts'
import { makeSocialClip } from './social-clips/social-making.ts'
import { extractTexts } from './subtitles/embedded-texts.ts'
import { makeSample } from './uploads/samples.ts'
import { makeTest } from './uploads/test-videos.ts'
import { fetchSource } from './uploads/url-uploads.ts'

/** The library's jobs. */
export function libraryJobs(library: Library): AnyHandler[] {
  const onContent = <Input extends { contentId: string }>(
    definition: JobDefinition<Input>,
    run: (
      library: Library,
      contentId: string,
      work: Work,
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
          await withWork(library, contentId, context.signal, (work) =>
            run(library, contentId, work, context, input),
          )
        } catch (error) {
          if (isGone(error)) return await removeIfGone(library, contentId, context)
          if (!(error instanceof MediaRefused)) throw error
          await failed(library, contentId, error.id, input)
        }
      },
      failed: (input, error) => failed(library, input.contentId, failureReason(error), input),
    })

  return [
    onContent(downloadJob, fetchSource, failContent),
    onContent(sampleJob, makeSample, failContent),
    onContent(clipJob, makeClip, failContent),
    onContent(socialClipJob, makeSocialClip, failContent),
    onContent(testJob, makeTest, failContent),
    onContent(ingestJob, ingest, failContent),
    onContent(
      ladderJob(library.config.ENCODE_CONCURRENCY),
      (lib, contentId, work, { attempt }) => encodeLadder(lib, contentId, attempt, work),
      failLadder,
    ),
    onContent(
      codecsJob,
      (lib, contentId, work, { attempt }) => encodeCodecs(lib, contentId, attempt, work),
      failCodecs,
    ),
    onContent(
      imagesJob,
      (lib, _contentId, work, { attempt }, source) => drawImages(lib, source, attempt, work),
      (lib, _contentId, reason, source) => failImages(lib, source, reason),
    ),
    // A video without them is whole: whoever misses them has the file.
    onContent(textsJob, extractTexts, async () => undefined),
    defineHandler({
      definition: reencodeJob,
      async run(step, context) {
        const { contentId, reencodeId } = step
        const run = (work: Work) => reencode(library, step, context.attempt, work)
        try {
          await withWork(library, contentId, context.signal, run, reencodeId)
        } catch (error) {
          if (isGone(error)) return await removeIfGone(library, contentId, context)
          if (!(error instanceof MediaRefused)) throw error
          await failStep(library, step, error.id)
        }
      },
      failed: (step, error) => failStep(library, step, failureReason(error)),
    }),
    defineHandler({
      definition: trackJob,
      async run({ contentId, trackId }, context) {
        const run = (work: Work) => makeTrack(library, contentId, trackId, work)
        try {
          await withWork(library, contentId, context.signal, run, trackId)
        } catch (error) {
          if (isGone(error)) {
            await removeTrackIfGone(library, contentId, trackId)
            return await removeIfGone(library, contentId, context)
          }
          if (!(error instanceof MediaRefused)) throw error
          await failTrack(library, trackId, error.id)
        }
      },
      failed: ({ trackId }, error) => failTrack(library, trackId, failureReason(error)),
    }),
    defineHandler({
      definition: mp4Job,
      async run({ contentId, filesId }, context) {
        try {
          await withWork(library, contentId, context.signal, (work) =>
            makeMp4(library, contentId, filesId, work),
          )
        } catch (error) {
          if (!isGone(error)) throw error
          await removeIfGone(library, contentId, context, [filesId])
        }
      },
      failed: ({ filesId }, error) => failMp4(library, filesId, failureReason(error)),
    }),
    defineHandler({
      definition: importJob,
      run: ({ importId }, { signal }) => runImport(library, importId, signal),
      failed: ({ importId }) => stopImport(library, importId, 'interrupted'),
    }),
    defineHandler({
      definition: removalJob,
      run: ({ removalId }) => removeFiles(library, removalId),
      failed: async () => undefined,
    }),
  ]
}

/**
 * What was written after the content's files were removed, or into places it no longer has, is removed as well: also
 * its first source, once another took the place of that.
 */
async function removeIfGone(
  library: Library,
  contentId: string,
  { environmentId }: JobContext,
  places: readonly string[] = [],
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const [content] = await tx.select().from(contents).where(eq(contents.id, contentId))
    if (content) {
      await removeSuperseded(library, tx, content, places)
      if (content.sourceId !== null) await removeFile(library, tx, environmentId, sourceKey(contentId))
    } else await removeContentFiles(library, tx, { id: contentId, environmentId }, [])
  })
}

function isGone(error: unknown): boolean {
  return error instanceof ContentGone || (error instanceof Error && error.cause instanceof ContentGone)
}

function failureReason(error: unknown): MediaErrorId {
  if (error instanceof DownloadFailure)
    return error.fault === 'time-limit' ? 'download-time-limit' : 'download-failed'
  return reasonOf(error)
}
