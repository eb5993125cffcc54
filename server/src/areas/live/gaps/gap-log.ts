import { epochMsAt } from '@kinora/contract'
import type { Packaged } from '@kinora/media'
import { and, eq, gte, isNull } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { getRecordedDuration } from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { SessionRow } from '../sessions/tables.ts'
import { liveRecordings } from '../sessions/tables.ts'
import { gapsOf, holesIn } from './recording-gaps.ts'
import { type GapRow, liveGaps } from './tables.ts'

/** Stores the gaps of a recorded session. */
export interface GapLog {
  take(packaged: Packaged): void
  /** The encoder has disconnected, which becomes the reason of the open gap. */
  encoderLeft(): void
  /** Stores pending gaps and ends the open one. */
  end(at: Date): Promise<void>
  /** Stores pending gaps. The open gap continues on the next node. */
  flush(): Promise<void>
}

/** Shorter holes are rounding errors. */
const MIN_HOLE_MS = 500

/** @param isConnected whether an encoder is connected */
export function createGapLog(
  live: Pick<Live, 'db' | 'log'>,
  session: SessionRow,
  isConnected: () => boolean,
): GapLog {
  const { db, log } = live
  const isOpen = and(
    eq(liveGaps.sessionId, session.id),
    eq(liveGaps.environmentId, session.environmentId),
    isNull(liveGaps.endedAt),
  )
  let stored: Promise<unknown> = Promise.resolve()
  let hasSlate = false
  let nextMsn = session.nextMsn
  /** End of the recording of an earlier node. Null if this node began the session. */
  let before = session.nextMsn > 0 ? readBefore() : null

  function later(task: () => Promise<unknown>): void {
    stored = stored.then(task).catch((err: unknown) => log.warn({ err }, 'a gap of a stream is not stored'))
  }

  function readBefore(): Promise<Date | null> {
    return recordedUntil(live, session).catch((err: unknown) => {
      log.warn({ err }, 'the end of a recording is unknown')
      return null
    })
  }

  async function add(gap: Pick<GapRow, 'startedAt' | 'endedAt' | 'reason' | 'recorded'>): Promise<void> {
    const { id: sessionId, environmentId } = session
    const id = uuidv7(gap.startedAt.getTime())
    await db
      .insert(liveGaps)
      .values({ id, sessionId, environmentId, ...gap })
      .onConflictDoNothing()
  }

  function close(at: Date): void {
    later(() => db.update(liveGaps).set({ endedAt: at }).where(isOpen))
  }

  /** Continues after another node: ends its open gap, and adds a gap for the time that nobody recorded. */
  function continueAt(at: Date, recorded: Promise<Date | null>): void {
    later(async () => {
      const until = await recorded
      if (until === null) return
      // The recording ended before this slate began.
      await db.delete(liveGaps).where(and(isOpen, gte(liveGaps.startedAt, until)))
      await db.update(liveGaps).set({ endedAt: until }).where(isOpen)
      if (at.getTime() - until.getTime() < MIN_HOLE_MS) return
      await add({ startedAt: until, endedAt: at, reason: 'node-lost', recorded: false })
    })
  }

  return {
    take(packaged) {
      // The first rendition that begins a segment counts for all renditions.
      if (packaged.type !== 'segment-begun' || packaged.msn < nextMsn) return
      nextMsn = packaged.msn + 1
      const at = new Date(packaged.programDateMs)
      if (before !== null) continueAt(at, before)
      before = null
      const { slateFromMs } = packaged
      if (slateFromMs !== null && !hasSlate) {
        const reason = isConnected() ? 'no-frames' : 'encoder-away'
        const startedAt = new Date(slateFromMs)
        later(() => add({ startedAt, endedAt: null, reason, recorded: true }))
      }
      if (slateFromMs === null && hasSlate) close(at)
      hasSlate = slateFromMs !== null
    },
    encoderLeft() {
      if (hasSlate) later(() => db.update(liveGaps).set({ reason: 'encoder-away' }).where(isOpen))
    },
    async end(at) {
      close(at)
      await stored
    },
    async flush() {
      await stored
    },
  }
}

/** Wall-clock end of the session's open recording so far. Null without one. */
async function recordedUntil(
  { db }: Pick<Live, 'db'>,
  { id: sessionId, environmentId }: SessionRow,
): Promise<Date | null> {
  const isOwn = and(
    eq(liveRecordings.sessionId, sessionId),
    eq(liveRecordings.environmentId, environmentId),
    isNull(liveRecordings.endedAt),
  )
  const [recording] = await db.select().from(liveRecordings).where(isOwn)
  if (recording === undefined) return null
  const durationS = await getRecordedDuration(db, { id: recording.contentId, environmentId })
  if (durationS === null) return null
  const gaps = await gapsOf(db, recording)
  return new Date(epochMsAt(durationS, recording.startedAt.getTime(), holesIn(gaps)))
}
