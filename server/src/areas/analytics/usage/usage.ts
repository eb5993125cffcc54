import type { Transaction } from '../../../platform/database/database.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { encodedLength, storedUse } from '../../library/index.ts'
import { lastSessionTimes } from '../../live/index.ts'
import type { Analytics } from '../analytics.ts'
import { addBatch } from '../beacons/batches.ts'
import { viewEventChannel } from '../beacons/segments.ts'
import { NO_ID } from '../deltas/deltas.ts'
import { storedUseHours } from './tables.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Sessions up to this length count by minute, longer ones by hour. */
const BY_MINUTE_MS = 7 * 24 * HOUR_MS

/** Counts the encoded time: of videos when they become playable, of live streams when they end. */
export function encodedUsage(): Subscription {
  return {
    name: 'analytics.encoded',
    types: ['video.asset.ready', 'video.live_stream.idle'],
    async handle(tx, { environmentId, event: { type, object, createdAt } }) {
      const at = new Date(createdAt)
      const spans =
        type === 'video.asset.ready'
          ? [{ at, ms: 1000 * (await encodedLength(tx, environmentId, object.id)) }]
          : await partsOfSession(tx, environmentId, object.id, at)
      const rows = spans.map(({ at: time, ms }) => ({
        environment_id: environmentId,
        object_id: object.id,
        kind: type === 'video.asset.ready' ? 'video' : 'live',
        time: Math.floor(time.getTime() / 1000),
        encoded_ms: Math.round(ms),
      }))
      if (rows.length > 0) await addBatch(tx, at, { usage: rows })
    },
  }
}

/** Counts stored time and bytes once per hour, even if several processes run it. */
export async function countStored({
  db,
  bus,
  clock,
}: Pick<Analytics, 'db' | 'bus' | 'clock'>): Promise<void> {
  const now = clock.now()
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const wasFirst = await db.transaction(async (tx) => {
    const first = await tx.insert(storedUseHours).values({ hour }).onConflictDoNothing().returning()
    if (first.length === 0) return false
    const rows = (await storedUse(tx)).map(({ environmentId, durationS, bytes }) => ({
      environment_id: environmentId,
      object_id: NO_ID,
      kind: '',
      time: Math.floor(now.getTime() / 1000),
      stored_ms: Math.round(1000 * durationS),
      stored_bytes: bytes,
    }))
    if (rows.length > 0) await addBatch(tx, now, { usage: rows })
    return true
  })
  if (wasFirst) await bus.publish(viewEventChannel, '')
}

/** Splits a live session by minute or hour, because ranges are cut between the parts. */
async function partsOfSession(
  tx: Transaction,
  environmentId: string,
  streamId: string,
  at: Date,
): Promise<{ at: Date; ms: number }[]> {
  const session = await lastSessionTimes(tx, environmentId, streamId, at)
  if (session === null) return []
  const [start, end] = [session.startedAt.getTime(), session.endedAt.getTime()]
  const stepMs = end - start <= BY_MINUTE_MS ? MINUTE_MS : HOUR_MS
  const spans: { at: Date; ms: number }[] = []
  for (let from = start; from < end; ) {
    const to = Math.min(end, (Math.floor(from / stepMs) + 1) * stepMs)
    spans.push({ at: new Date(from), ms: to - from })
    from = to
  }
  return spans
}
