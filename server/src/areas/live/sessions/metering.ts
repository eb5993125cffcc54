import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { UsageFact } from '../../../platform/usage/usage.ts'
import type { Live } from '../live.ts'
import { liveRecordings, liveSessions, type SessionRow } from './tables.ts'

const MINUTE_MS = 60_000

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The start of the current minute: a minute is metered when it is over. */
export function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
}

/** Whether a minute of the session is over that was not metered. */
export function isMeteringDue({ meteredUntil, startedAt }: SessionRow, now: Date): boolean {
  return minuteOf(now) > (meteredUntil ?? startedAt)
}

/** Records the minutes of a session until a time, and how much of them was recorded. Those of a test signal are left out.
 * The row has to be locked by its node, so that a node that lost its lease records nothing. */
export async function meterSession(
  { usage }: Pick<Live, 'usage'>,
  tx: Transaction,
  session: SessionRow,
  until: Date,
): Promise<void> {
  const from = session.meteredUntil ?? session.startedAt
  if (until <= from) return
  if (session.isTest !== true) await usage.record(tx, await factsOf(tx, session, from, until))
  await tx.update(liveSessions).set({ meteredUntil: until }).where(rowOf(liveSessions, session))
}

async function factsOf(
  tx: Transaction,
  { id, streamId, environmentId }: SessionRow,
  from: Date,
  until: Date,
): Promise<UsageFact[]> {
  const recordings = await tx
    .select({ startedAt: liveRecordings.startedAt, endedAt: liveRecordings.endedAt })
    .from(liveRecordings)
    .where(and(eq(liveRecordings.sessionId, id), eq(liveRecordings.environmentId, environmentId)))
  return minutesBetween(from, until).flatMap(({ fromMs, toMs }): UsageFact[] => {
    const common = { environmentId, objectId: streamId, occurredAt: new Date(fromMs) }
    const recordedMs = recordings.reduce((sum, each) => sum + overlapMs(each, { fromMs, toMs }), 0)
    return [
      { ...common, key: `live:${id}:${fromMs}`, meter: 'live-streaming', quantity: toMs - fromMs },
      {
        ...common,
        key: `recording:${id}:${fromMs}`,
        meter: 'live-recording',
        quantity: Math.min(recordedMs, toMs - fromMs),
      },
    ]
  })
}

function minutesBetween(from: Date, until: Date): Span[] {
  const spans: Span[] = []
  for (let fromMs = from.getTime(); fromMs < until.getTime(); ) {
    const toMs = Math.min(until.getTime(), (Math.floor(fromMs / MINUTE_MS) + 1) * MINUTE_MS)
    spans.push({ fromMs, toMs })
    fromMs = toMs
  }
  return spans
}

function overlapMs(
  { startedAt, endedAt }: { readonly startedAt: Date; readonly endedAt: Date | null },
  { fromMs, toMs }: Span,
): number {
  const end = Math.min(toMs, endedAt?.getTime() ?? toMs)
  return Math.max(0, end - Math.max(fromMs, startedAt.getTime()))
}
