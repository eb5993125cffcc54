import type { LivestreamStatus } from '@kinora/contract'
import { and, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange, recordEvents } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Live } from '../live.ts'
import { endOpenCues } from './open-cues.ts'
import {
  notifyStreams,
  type StreamEvent,
  type StreamRef,
  type StreamRow,
  streamAudit,
  streamEvent,
} from './stream-changes.ts'
import { liveStreams } from './tables.ts'

/** The statuses that each change of a stream starts from. */
const allowedFrom = {
  connect: ['idle', 'reconnecting'],
  activate: ['connecting', 'reconnecting'],
  reconnect: ['active', 'connecting'],
  end: ['connecting', 'active', 'reconnecting'],
  start: ['idle', 'connecting', 'active', 'reconnecting', 'ended'],
  stop: ['idle', 'connecting', 'active', 'reconnecting', 'ended'],
  disable: ['idle', 'connecting', 'active', 'reconnecting', 'ended'],
  enable: ['disabled'],
} as const satisfies Record<string, readonly LivestreamStatus[]>

/** Statuses with a connected publisher. */
const connected: readonly LivestreamStatus[] = ['connecting', 'active']
/** Statuses in which a live node has the stream. */
const onAir: readonly LivestreamStatus[] = ['connecting', 'active', 'reconnecting']

/**
 * A publisher has connected to a started stream. The functions for live nodes accept a transaction, so that rows of
 * the node change with the stream. They return the changed stream, or null if the change is not allowed: the node must
 * then disconnect its publisher.
 */
export function publisherConnected(db: Queryable, ref: StreamRef, at: Date): Promise<StreamRow | null> {
  return changeStream(db, ref, at, {
    from: allowedFrom.connect,
    which: eq(liveStreams.started, true),
    set: () => ({ status: 'connecting' }),
    events: () => ['video.live_stream.connected'],
  })
}

/** The publisher sends frames. `activeSince` stays until the session ends.
 * @param recordingId the content of the session's recording; null if it is not recorded */
export function streamActive(
  db: Queryable,
  ref: StreamRef,
  recordingId: string | null,
  at: Date,
): Promise<StreamRow | null> {
  return changeStream(db, ref, at, {
    from: allowedFrom.activate,
    set: ({ activeSince }) => ({ status: 'active', activeSince: activeSince ?? at, recordingId }),
    events: (before) =>
      recordingId !== null && recordingId !== before.recordingId
        ? ['video.live_stream.active', 'video.live_stream.recording']
        : ['video.live_stream.active'],
  })
}

/** The publisher has disconnected and may return. The session continues. */
export function streamReconnecting(db: Queryable, ref: StreamRef, at: Date): Promise<StreamRow | null> {
  return changeStream(db, ref, at, {
    from: allowedFrom.reconnect,
    // Includes a publisher that returned and left again before its first frame.
    which: or(eq(liveStreams.status, 'active'), isNotNull(liveStreams.activeSince)),
    set: () => ({ status: 'reconnecting', backupConnected: false }),
    events: () => ['video.live_stream.disconnected', 'video.live_stream.reconnecting'],
  })
}

/** A backup encoder has connected or left, or viewers now see the other encoder. */
export function backupChanged(
  db: Queryable,
  ref: StreamRef,
  change: BackupChange,
  at: Date,
): Promise<StreamRow | null> {
  return changeStream(db, ref, at, {
    from: onAir,
    set: ({ backupConnected }) => ({
      backupConnected: change === 'backup_connected' || (backupConnected && change !== 'backup_disconnected'),
    }),
    events: () => [`video.live_stream.${change}`],
  })
}

export type BackupChange = 'backup_connected' | 'backup_disconnected' | 'failover' | 'failback'

/** The session has ended: the publisher did not return in time, or the stream was stopped. */
export function streamIdle(db: Queryable, ref: StreamRef, at: Date): Promise<StreamRow | null> {
  return changeStream(db, ref, at, {
    from: allowedFrom.end,
    set: ({ started }) => ({ status: started ? 'idle' : 'ended', ...noSession }),
    events: (before) => [...disconnection(before), 'video.live_stream.idle'],
  })
}

/** Lets publishers connect. @throws problem not-found, livestream-disabled */
export async function startStream(
  live: Pick<Live, 'db' | 'clock' | 'usage'>,
  caller: Caller,
  id: string,
): Promise<StreamRow> {
  await live.usage.assertMayStart(live.db, caller.scope.environmentId)
  return changeByCaller(live, caller, id, async (tx, row, at) => {
    if (row.status === 'disabled') throw problem('livestream-disabled')
    if (row.started) return row
    const started = await changeStream(tx, row, at, {
      from: allowedFrom.start,
      set: ({ status }) => ({ started: true, status: status === 'ended' ? 'idle' : status }),
      events: () => ['video.live_stream.updated'],
    })
    if (started !== null) await recordChange(tx, caller, streamAudit(started, 'live_stream.started'), at)
    return started
  })
}

/** Refuses publishers. Of a stream on air it only changes `started`: the live node is notified, disconnects the
 * publisher, closes the recording and calls `streamIdle`.
 * @throws problem not-found, livestream-disabled */
export function stopStream(live: Pick<Live, 'db' | 'clock'>, caller: Caller, id: string): Promise<StreamRow> {
  return changeByCaller(live, caller, id, async (tx, row, at) => {
    if (row.status === 'disabled') throw problem('livestream-disabled')
    if (!row.started) return row
    const stopped = await changeStream(tx, row, at, {
      from: allowedFrom.stop,
      set: ({ status }) => ({ started: false, status: onAir.includes(status) ? status : 'ended' }),
      events: () => ['video.live_stream.updated'],
    })
    if (stopped !== null) await recordChange(tx, caller, streamAudit(stopped, 'live_stream.stopped'), at)
    return stopped
  })
}

/** Ends the session at once, and refuses publishers and viewers. @throws problem not-found */
export function disableStream(
  live: Pick<Live, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<StreamRow> {
  return changeByCaller(live, caller, id, async (tx, row, at) => {
    if (row.status === 'disabled') return row
    const disabled = await changeStream(tx, row, at, {
      from: allowedFrom.disable,
      set: () => ({ status: 'disabled', ...noSession }),
      events: (before) => [...disconnection(before), 'video.live_stream.disabled'],
    })
    if (disabled !== null) await recordChange(tx, caller, streamAudit(disabled, 'live_stream.disabled'), at)
    return disabled
  })
}

/** Enables a stream. It accepts publishers if it was started when it was disabled. @throws problem not-found */
export function enableStream(
  live: Pick<Live, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<StreamRow> {
  return changeByCaller(live, caller, id, async (tx, row, at) => {
    if (row.status !== 'disabled') return row
    const enabled = await changeStream(tx, row, at, {
      from: allowedFrom.enable,
      set: ({ started }) => ({ status: started ? 'idle' : 'ended' }),
      events: () => ['video.live_stream.enabled'],
    })
    if (enabled !== null) await recordChange(tx, caller, streamAudit(enabled, 'live_stream.enabled'), at)
    return enabled
  })
}

const noSession = { activeSince: null, recordingId: null, backupConnected: false } as const

/** Event for a publisher that the change disconnects. */
export function disconnection({ status }: Pick<StreamRow, 'status'>): StreamEvent[] {
  return connected.includes(status) ? ['video.live_stream.disconnected'] : []
}

interface StreamChange {
  readonly from: readonly LivestreamStatus[]
  readonly which?: SQL | undefined
  set(before: StreamRow): Partial<typeof liveStreams.$inferInsert>
  events(before: StreamRow): readonly StreamEvent[]
}

/** Changes a stream with one of the statuses `from` that matches `which`, and records its events. Null if none does. */
function changeStream(
  db: Queryable,
  ref: StreamRef,
  at: Date,
  { from, which, set, events }: StreamChange,
): Promise<StreamRow | null> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(liveStreams)
      .where(and(rowOf(liveStreams, ref), inArray(liveStreams.status, [...from]), which))
      .for('update')
    if (before === undefined) return null
    const [row] = await tx
      .update(liveStreams)
      .set(set(before))
      .where(and(rowOf(liveStreams, ref), eq(liveStreams.status, before.status)))
      .returning()
    if (row === undefined) return null
    if (before.activeSince !== null && row.activeSince === null) await endOpenCues(tx, ref, at)
    const changes = events(before).map((type) => streamEvent(row, type))
    await recordEvents(tx, row.environmentId, changes, at)
    await notifyStreams(tx, row.id)
    return row
  })
}

/** Locks the stream for a change that a caller asks for. @throws problem not-found */
async function changeByCaller(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  { scope: { environmentId } }: Caller,
  id: string,
  change: (tx: Transaction, row: StreamRow, at: Date) => Promise<StreamRow | null>,
): Promise<StreamRow> {
  return db.transaction(async (tx) => {
    const row = await lockStream(tx, environmentId, id)
    const changed = await change(tx, row, clock.now())
    if (changed === null) throw problem('not-found')
    return changed
  })
}

/** Locks the stream until the transaction ends. @throws problem not-found */
export async function lockStream(tx: Transaction, environmentId: string, id: string): Promise<StreamRow> {
  const [row] = await tx
    .select()
    .from(liveStreams)
    .where(rowOf(liveStreams, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}
