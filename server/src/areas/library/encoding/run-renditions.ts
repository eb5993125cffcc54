import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bandwidthOf } from '@kinora/media'
import { eq, inArray } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ReportProgress } from '../../../platform/events/progress.ts'
import type { RunLimits } from '../../../platform/ffmpeg/index.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { overallProgress } from '../contents/progress.ts'
import { finishRendition, lockContentRow, refreshContentProgress } from '../contents/states.ts'
import { contents, renditions } from '../contents/tables.ts'
import type { Workspace } from '../contents/workspace.ts'
import type { Library } from '../library.ts'
import { encodedFacts } from './encoded-usage.ts'
import { expectedEnd } from './progress-reporter.ts'
import { type Publisher, type PublishTarget, publisher } from './publisher.ts'

/** How often ffmpeg's output is checked: often while a viewer may wait for the first segment, else rarely. */
const POLL_MS = { watched: 60, unwatched: 500 }
const RECORD_MS = 1000

/** ffmpeg ended without an error, but a rendition is not complete or empty. */
export class RenditionUnfinished extends Error {
  override readonly name = 'RenditionUnfinished'
}

export interface RenditionRun {
  readonly content: ContentRow
  readonly targets: readonly PublishTarget[]
  readonly args: string[]
  readonly limits: RunLimits
  readonly durationS: number
  /**
   * Called with the publishers each time there are new segments; only for renditions that are published as they grow.
   */
  readonly onGrowth?: (publishers: readonly Publisher[]) => Promise<void>
  /** Awaited before the renditions are marked as ready; rejects if they are of no use. */
  readonly confirm?: () => Promise<void>
}

/**
 * Runs ffmpeg with one folder per target, copies finished segments into storage as they appear, and marks the
 * renditions as ready at the end.
 */
export async function runRenditions(
  library: Library,
  workspace: Workspace,
  run: RenditionRun,
): Promise<void> {
  const { content, targets, durationS, onGrowth } = run
  await assertFreeSpaceForJob(library, await expectedBytes(library, targets, durationS))
  let recordedAt = 0
  const publishers = await encodeToStorage(library, workspace, {
    ...run,
    onProgress: startRenditionsProgress(library, content, targets),
    async onPoll(publishers, now) {
      if (onGrowth && now - recordedAt >= RECORD_MS) {
        recordedAt = now
        for (const each of publishers) await each.record()
      }
    },
  })
  await run.confirm?.()
  await markReady(library, content, publishers)
}

interface StorageRun extends Omit<RenditionRun, 'content'> {
  readonly content: ContentRef
  /** 0 to 1. */
  readonly onProgress: (progress: number) => void
  /** Called regularly, with the time in milliseconds. */
  readonly onPoll: (publishers: readonly Publisher[], now: number) => Promise<void>
}

/**
 * Like `runRenditions`, without changing rows. Returns the complete renditions. Writes nothing after it returns or
 * throws.
 */
export async function encodeToStorage(
  library: Pick<Library, 'storage' | 'db' | 'ffmpeg'>,
  workspace: Workspace,
  run: StorageRun,
): Promise<Publisher[]> {
  const { content, targets, args, limits, durationS, onGrowth } = run
  const names = targets.map(({ name }) => name)
  for (const name of names) await rm(join(workspace.folder, name), { recursive: true, force: true })
  for (const name of names) await library.ffmpeg.prepareFolder(join(workspace.folder, name))
  const publishers = targets.map((target) => publisher(library, content, workspace.folder, target))
  const stop = new AbortController()
  const signal = AbortSignal.any([workspace.signal, stop.signal])
  let running = true
  const encoding = library.ffmpeg
    .run('ffmpeg', args, {
      limits,
      cwd: workspace.folder,
      signal,
      onProgress: ({ outTimeS }) => run.onProgress(durationS > 0 ? Math.min(1, outTimeS / durationS) : 0),
    })
    .finally(() => {
      running = false
    })
  const ended = encoding.catch(() => undefined)
  const pollMs = onGrowth ? POLL_MS.watched : POLL_MS.unwatched
  const publish = async () => {
    while (running) {
      await Promise.race([pause(pollMs), ended])
      const hasGrown = await advanceAll(publishers)
      const now = performance.now()
      if (hasGrown && onGrowth) await onGrowth(publishers)
      await run.onPoll(publishers, now)
    }
  }
  const publishing = publish()
  try {
    await Promise.all([encoding, publishing])
  } catch (error) {
    stop.abort()
    await Promise.allSettled([encoding, publishing])
    throw error
  }
  if ((await advanceAll(publishers)) && onGrowth) await onGrowth(publishers)
  for (const { isWhole, totals, target } of publishers)
    if (!isWhole() || totals().durationS === 0) throw new RenditionUnfinished(target.name)
  return publishers
}

/** Estimated size of the renditions in bytes. */
async function expectedBytes(
  { db }: Library,
  targets: readonly PublishTarget[],
  durationS: number,
): Promise<number> {
  const outputIds = targets.map(({ outputId }) => outputId)
  const rows = await db
    .select({ bitrate: renditions.bitrate })
    .from(renditions)
    .where(inArray(renditions.outputId, outputIds))
  return rows.reduce((sum, { bitrate }) => sum + (bitrate / 8) * durationS, 0)
}

/** Advances the publishers in parallel, because the disk is the bottleneck. Waits for all, even if one fails. */
async function advanceAll(publishers: readonly Publisher[]): Promise<boolean> {
  const results = await Promise.allSettled(publishers.map((each) => each.advance()))
  const failure = results.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return results.some((end) => end.status === 'fulfilled' && end.value)
}

async function markReady(
  library: Library,
  content: ContentRow,
  publishers: readonly Publisher[],
): Promise<void> {
  for (const each of publishers) await each.record()
  await library.db.transaction(async (tx) => {
    await lockContentRow(tx, content)
    for (const { target, totals } of publishers) {
      const bitrate = bandwidthOf(totals()).average
      const { sizeBytes } = totals()
      const row = await finishRendition(library, tx, content, target.outputId, { bitrate, sizeBytes })
      const facts = encodedFacts(content, row, totals().durationS, library.clock.now())
      await library.usage.record(tx, facts)
    }
    await refreshContentProgress(library, tx, content)
  })
}

/** Starts progress reports of these renditions as a share of all renditions. */
function startRenditionsProgress(
  { db, progress, clock }: Library,
  content: ContentRow,
  targets: readonly PublishTarget[],
): ReportProgress {
  const { id, environmentId } = content
  const outputIds = targets.map(({ outputId }) => outputId)
  const subject = { environmentId, object: { type: 'asset' as const, id }, contentId: id }
  return progress.start(subject, (share, restOf) =>
    db.transaction(async (tx) => {
      await lockContentRow(tx, content)
      await tx.update(renditions).set({ progress: share }).where(inArray(renditions.outputId, outputIds))
      const rows = await tx.select().from(renditions).where(eq(renditions.contentId, id))
      const overall = overallProgress(rows)
      const expectedAt = expectedEnd(clock.now(), restOf(overall))
      await tx.update(contents).set({ progress: overall, expectedAt }).where(rowOf(contents, content))
      return overall
    }),
  )
}
