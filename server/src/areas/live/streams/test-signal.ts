import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Live } from '../live.ts'
import { lockStream } from './states.ts'
import { notifyStreams, type StreamRow, streamAudit } from './stream-changes.ts'
import { liveStreams } from './tables.ts'

/** Starts a test signal, or stops it (null). Live nodes publish it.
 * @throws problem not-found, livestream-disabled, livestream-stopped */
export function setTestSignal(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  seconds: number | null,
): Promise<StreamRow> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, caller.scope.environmentId, id)
    if (seconds === null && stream.testSignalUntil === null) return stream
    if (seconds !== null && stream.status === 'disabled') throw problem('livestream-disabled')
    if (seconds !== null && !stream.started) throw problem('livestream-stopped')
    const [row] = await tx
      .update(liveStreams)
      .set({ testSignalUntil: seconds === null ? null : addSeconds(at, seconds) })
      .where(rowOf(liveStreams, stream))
      .returning()
    if (row === undefined) throw problem('not-found')
    const action = seconds === null ? 'live_stream.test_signal.stopped' : 'live_stream.test_signal.started'
    await recordChange(tx, caller, streamAudit(row, action), at)
    await notifyStreams(tx, row.id)
    return row
  })
}
