import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bandwidthOf } from '@kinora/media'
import { eq, inArray } from 'drizzle-orm'
import type { ReportProgress } from '../../../platform/events/progress.ts'
import type { RunLimits } from '../../../platform/ffmpeg/index.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { finishRendition, holdContent, settle } from '../contents/states.ts'
import { contents, renditions } from '../contents/tables.ts'
import { assertRoomToWork } from '../files/free-space.ts'
import type { Work } from '../files/work.ts'
import type { Library } from '../library.ts'
import { overallProgress } from './progress.ts'
import { type Publisher, type PublishTarget, publisher } from './publisher.ts'

/** How often it is looked what ffmpeg has finished: often while a viewer waits for the first, else seldom. */
const POLL_MS = { watched: 60, unwatched: 500 }
const RECORD_MS = 1000

export interface RenditionRun {
  readonly content: ContentRow
  readonly targets: readonly PublishTarget[]
  readonly args: string[]
  readonly limits: RunLimits
  readonly durationS: number
  /** Called with what has been brought over so far, each time there is more; for runs that are watched as they grow. */
  readonly onGrowth?: (publishers: readonly Publisher[]) => Promise<void>
}

/**
 * Runs ffmpeg into one folder for each target, brings finished segments into storage as they appear, and makes
 * the renditions ready when it ends.
 */
export async function runRenditions(library: Library, work: Work, run: RenditionRun): Promise<void> {
  const { content, targets, durationS, onGrowth } = run
  await assertRoomToWork(library, await expectedBytes(library, targets, durationS))
  let recordedAt = 0
  const publishers = await encodeToStorage(library, work, {
    ...run,
    onProgress: reportRenditions(library, content, targets),
    async onLook(publishers, now) {
      if (onGrowth && now - recordedAt >= RECORD_MS) {
        recordedAt = now
        for (const each of publishers) await each.record()
      }
    },
  })
  await makeReady(library, content, publishers)
}

interface StorageRun extends Omit<RenditionRun, 'content'> {
  readonly content: Pick<ContentRow, 'id' | 'playbackId'>
  /** 0 to 1. */
  readonly onProgress: (progress: number) => void
  /** Called now and then, with the time in milliseconds. */
  readonly onLook: (publishers: readonly Publisher[], now: number) => Promise<void>
}

/**
 * The same without a word to the rows: answers what was made, all of it whole. However it ends, nothing is written any
 * more when it is over.
 */
export async function encodeToStorage(
  library: Pick<Library, 'storage' | 'db' | 'ffmpeg'>,
  work: Work,
  run: StorageRun,
): Promise<Publisher[]> {
  const { content, targets, args, limits, durationS, onGrowth } = run
  const names = targets.map(({ name }) => name)
  for (const name of names) await rm(join(work.folder, name), { recursive: true, force: true })
  for (const name of names) await library.ffmpeg.prepareFolder(join(work.folder, name))
  const publishers = targets.map((target) => publisher(library, content, work.folder, target))
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  let running = true
  const encoding = library.ffmpeg
    .run('ffmpeg', args, {
      limits,
      cwd: work.folder,
      signal,
      onProgress: ({ outTimeS }) => run.onProgress(durationS > 0 ? Math.min(1, outTimeS / durationS) : 0),
    })
    .finally(() => {
      running = false
    })
  const ended = encoding.catch(() => undefined)
  const pollMs = onGrowth ? POLL_MS.watched : POLL_MS.unwatched
  const bringing = async () => {
    while (running) {
      await Promise.race([pause(pollMs), ended])
      const grew = await advanceAll(publishers)
      const now = performance.now()
      if (grew && onGrowth) await onGrowth(publishers)
      await run.onLook(publishers, now)
    }
  }
  const brought = bringing()
  try {
    await Promise.all([encoding, brought])
  } catch (error) {
    stop.abort()
    await Promise.allSettled([encoding, brought])
    throw error
  }
  if ((await advanceAll(publishers)) && onGrowth) await onGrowth(publishers)
  for (const { isWhole, segments, target } of publishers)
    if (!isWhole() || segments.length === 0) throw new Error(`ffmpeg left ${target.name} unfinished`)
  return publishers
}

/** About what the renditions will take on disk. */
async function expectedBytes(
  { db }: Library,
  targets: readonly PublishTarget[],
  durationS: number,
): Promise<number> {
  const filesIds = targets.map(({ filesId }) => filesId)
  const rows = await db
    .select({ bitrate: renditions.bitrate })
    .from(renditions)
    .where(inArray(renditions.filesId, filesIds))
  return rows.reduce((sum, { bitrate }) => sum + (bitrate / 8) * durationS, 0)
}

/** All at once, since what takes time is the disk; but none is left behind when another fails. */
async function advanceAll(publishers: readonly Publisher[]): Promise<boolean> {
  const ends = await Promise.allSettled(publishers.map((each) => each.advance()))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return ends.some((end) => end.status === 'fulfilled' && end.value)
}

async function makeReady(
  library: Library,
  content: ContentRow,
  publishers: readonly Publisher[],
): Promise<void> {
  for (const each of publishers) await each.record()
  await library.db.transaction(async (tx) => {
    await holdContent(tx, content.id)
    for (const { target, totals } of publishers) {
      const bitrate = bandwidthOf(totals()).average
      const { sizeBytes } = totals()
      await finishRendition(library, tx, content, target.filesId, { bitrate, sizeBytes })
    }
    await settle(library, tx, content.id)
  })
}

/** Reports how far these renditions are, as a share of all that is made of the video. */
function reportRenditions(
  { db, progress }: Library,
  { id, environmentId }: ContentRow,
  targets: readonly PublishTarget[],
): ReportProgress {
  const filesIds = targets.map(({ filesId }) => filesId)
  const subject = { environmentId, object: { type: 'asset' as const, id }, contentId: id }
  return progress.start(subject, (share) =>
    db.transaction(async (tx) => {
      await holdContent(tx, id)
      await tx.update(renditions).set({ progress: share }).where(inArray(renditions.filesId, filesIds))
      const rows = await tx.select().from(renditions).where(eq(renditions.contentId, id))
      const overall = overallProgress(rows)
      await tx.update(contents).set({ progress: overall }).where(eq(contents.id, id))
      return overall
    }),
  )
}
