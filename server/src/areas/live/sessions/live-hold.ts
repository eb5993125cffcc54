import type { Queryable, Transaction } from '../../../platform/database/database.ts'
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

/** Reserves what the first minutes on air cost. @throws problem wallet-empty */
export async function holdLive(live: Pick<Live, 'db' | 'usage'>, stream: StreamRef): Promise<void> {
  await reserveMinutes(live, live.db, stream)
}

/** Prolongs the reservation of a stream on air, which goes on also if nothing is left.
 * @param tx a transaction with the lock of its session, so that the session does not end meanwhile */
export async function prolongHold(
  live: Pick<Live, 'usage'>,
  tx: Transaction,
  stream: StreamRef,
): Promise<void> {
  await reserveMinutes(live, tx, stream, tx)
}

async function reserveMinutes(
  { usage }: Pick<Live, 'usage'>,
  db: Queryable,
  { id, environmentId }: StreamRef,
  tx?: Transaction,
): Promise<void> {
  if (!usage.isOn) return
  const [stream] = await db
    .select({ record: liveStreams.record })
    .from(liveStreams)
    .where(rowOf(liveStreams, { id, environmentId }))
  if (stream === undefined) return
  const ms = HELD_S * 1000
  const estimate = { 'live-streaming': ms, ...(stream.record && { 'live-recording': ms }) }
  const work = { key: liveHold(id), environmentId, estimate, holdS: HOLD_S }
  await usage.reserve(tx === undefined ? work : { ...work, isAccepted: true }, tx)
}
