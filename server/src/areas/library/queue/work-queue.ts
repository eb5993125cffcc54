import type { WorkQueue } from '@kinora/contract'
import { and, asc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { addSeconds, type Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { contents } from '../contents/tables.ts'
import { isVisible, type VideoScope } from '../contents/visibility.ts'

/** Limit of counted videos. The rest of the queue is not part of the estimate. */
const MAX_COUNTED = 1000

/** A video in the queue or being processed. */
export interface QueuedVideo {
  readonly isWaiting: boolean
  /** Seconds; null until the file was read. */
  readonly durationS: number | null
  /** 0 to 1. */
  readonly progress: number
  readonly expectedAt: Date | null
}

/** The videos of the environment that are being processed, or wait for it. Incomplete uploads do not count. */
export async function getWorkQueue(db: Queryable, scope: VideoScope, clock: Clock): Promise<WorkQueue> {
  const { stage, durationS, progress, expectedAt } = contents
  const rows = await db
    .select({ stage, durationS, progress, expectedAt })
    .from(contents)
    .where(
      and(
        eq(contents.environmentId, scope.environmentId),
        isNotNull(stage),
        ne(stage, 'uploading'),
        isNull(contents.trashedAt),
        isVisible(scope),
      ),
    )
    .orderBy(asc(contents.id))
    .limit(MAX_COUNTED)
  const videos = rows.map((row) => ({ ...row, isWaiting: row.stage === 'queued' }))
  const waiting = videos.filter(({ isWaiting }) => isWaiting).length
  const readyAt = expectedEndOf(videos, clock.now())
  return { processing: videos.length - waiting, waiting, readyAt: readyAt?.toISOString() ?? null }
}

/**
 * Estimates when all videos are ready at the current pace: processed seconds of video per second, over all videos with
 * an estimate. A video of unknown length counts as an average one. Null without a pace.
 */
export function expectedEndOf(videos: readonly QueuedVideo[], now: Date): Date | null {
  const known = videos.flatMap(({ durationS }) => durationS ?? [])
  const averageS = known.reduce((sum, each) => sum + each, 0) / known.length
  const leftS = ({ durationS, progress, isWaiting }: QueuedVideo) =>
    (durationS ?? averageS) * (isWaiting ? 1 : 1 - progress)
  const measured = videos.flatMap((video) => {
    const restS = video.expectedAt === null ? 0 : (video.expectedAt.getTime() - now.getTime()) / 1000
    return restS > 0 && !video.isWaiting ? { pace: leftS(video) / restS, restS } : []
  })
  const pace = measured.reduce((sum, each) => sum + each.pace, 0)
  if (!(pace > 0)) return null
  const shared = videos.reduce((sum, video) => sum + leftS(video), 0) / pace
  // No video can use more than its own pace.
  return addSeconds(now, Math.ceil(Math.max(shared, ...measured.map(({ restS }) => restS))))
}
