import type { MediaErrorId } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import { type AnyHandler, handles, type JobContext, type JobDefinition } from '../../platform/jobs.ts'
import { DownloadFailure } from '../../platform/net/download.ts'
import { MediaRefused } from './analyse.ts'
import { fetchSource } from './downloads.ts'
import { drawImages } from './images.ts'
import { ingest } from './ingest.ts'
import {
  downloadJob,
  imagesJob,
  ingestJob,
  ladderJob,
  mp4Job,
  purgeJob,
  sampleJob,
} from './job-definitions.ts'
import { contentPrefix, sourceKey } from './keys.ts'
import { encodeLadder } from './ladder.ts'
import type { Library } from './library.ts'
import { reasonOf } from './limits.ts'
import { makeMp4 } from './mp4.ts'
import { makeSample } from './samples.ts'
import { failContent, failRenditions } from './states.ts'
import { contents } from './tables.ts'
import { ContentGone, type Work, withWork } from './work.ts'

/** The library's jobs. `library` is asked for when the first job runs: it needs the queue that it is given to. */
export function libraryJobs(library: () => Library, encodeConcurrency: number): AnyHandler[] {
  const onContent = (
    definition: JobDefinition<{ contentId: string }>,
    run: (library: Library, contentId: string, work: Work, context: JobContext) => Promise<void>,
    failed: (library: Library, contentId: string, reason: MediaErrorId) => Promise<void>,
  ) =>
    handles({
      definition,
      async run({ contentId }, context) {
        try {
          await withWork(library(), contentId, context.signal, (work) =>
            run(library(), contentId, work, context),
          )
        } catch (error) {
          if (isGone(error)) return await removeIfGone(library(), contentId)
          if (!(error instanceof MediaRefused)) throw error
          await failed(library(), contentId, error.id)
        }
      },
      failed: ({ contentId }, error) => failed(library(), contentId, failureReason(error)),
    })

  return [
    onContent(downloadJob, fetchSource, failContent),
    onContent(sampleJob, makeSample, failContent),
    onContent(ingestJob, ingest, failContent),
    onContent(
      ladderJob(encodeConcurrency),
      (lib, contentId, work, { attempt }) => encodeLadder(lib, contentId, attempt, work),
      failLadder,
    ),
    onContent(
      imagesJob,
      (lib, contentId, work, { attempt }) => drawImages(lib, contentId, attempt, work),
      async () => undefined,
    ),
    handles({
      definition: mp4Job,
      run: ({ contentId, filesId }, { signal }) =>
        withWork(library(), contentId, signal, (work) => makeMp4(library(), contentId, filesId, work)),
      failed: async () => undefined,
    }),
    handles({
      definition: purgeJob,
      async run({ contentId, multipartId }) {
        const { storage } = library()
        if (multipartId !== null) await storage.abortMultipart(sourceKey(contentId), multipartId)
        await storage.deleteAll(contentPrefix(contentId))
      },
      failed: async () => undefined,
    }),
  ]
}

async function failLadder(library: Library, contentId: string, reason: MediaErrorId): Promise<void> {
  const [content] = await library.db.select().from(contents).where(eq(contents.id, contentId))
  if (content) await failRenditions(library, content, undefined, reason)
}

/** What was written after the content's files were removed is removed as well. */
async function removeIfGone(library: Library, contentId: string): Promise<void> {
  const [content] = await library.db
    .select({ id: contents.id })
    .from(contents)
    .where(eq(contents.id, contentId))
  if (!content) await library.storage.deleteAll(contentPrefix(contentId))
}

function isGone(error: unknown): boolean {
  return error instanceof ContentGone || (error instanceof Error && error.cause instanceof ContentGone)
}

function failureReason(error: unknown): MediaErrorId {
  if (error instanceof DownloadFailure)
    return error.fault === 'time-limit' ? 'download-time-limit' : 'download-failed'
  return reasonOf(error)
}
