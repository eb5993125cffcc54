import { rowOf } from '../../../platform/database/row-of.ts'
import type { Live } from '../live.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { liveStreams } from '../streams/tables.ts'

/** The time on air whose cost is reserved. */
const HELD_S = 600
/** A reservation that is not prolonged ends after this: its node is gone. */
const HOLD_S = HELD_S + 120

/** The key of the money that is reserved for a stream. A stream has one session at a time. */
export const liveHold = (streamId: string) => `live:${streamId}`

/** Reserves what the next minutes on air cost, or prolongs that.
 * @param isRunning the stream is on air: it goes on also if nothing is left
 * @throws problem wallet-empty, unless it is running */
export async function holdLive(
  { db, usage }: Pick<Live, 'db' | 'usage'>,
  { id, environmentId }: StreamRef,
  isRunning: boolean,
): Promise<void> {
  if (!usage.isOn) return
  const [stream] = await db
    .select({ record: liveStreams.record })
    .from(liveStreams)
    .where(rowOf(liveStreams, { id, environmentId }))
  if (stream === undefined) return
  const ms = HELD_S * 1000
  await usage.reserve({
    key: liveHold(id),
    environmentId,
    estimate: { 'live-streaming': ms, ...(stream.record && { 'live-recording': ms }) },
    holdS: HOLD_S,
    ...(isRunning && { isAccepted: true }),
  })
}
