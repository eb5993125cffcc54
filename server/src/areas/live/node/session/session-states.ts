import type { MonitorEventType } from '@kinora/contract'
import type { SessionMonitor } from '../../health/session-monitor.ts'
import type { Live } from '../../live.ts'
import type { Recording } from '../../recordings/recorder.ts'
import {
  type BackupChange,
  backupChanged,
  publisherConnected,
  streamActive,
  streamIdle,
  streamReconnecting,
} from '../../streams/states.ts'
import type { StreamRow } from '../../streams/stream-changes.ts'

/** Stores the states of a session's stream, one after another. */
export interface SessionStates {
  /** Runs a task after all earlier ones. A failed task is logged and resolves to undefined. */
  run<T>(task: () => Promise<T | null>): Promise<T | undefined>
  /** False if the stream does not accept a publisher. */
  connect(): Promise<boolean>
  /** @param isAway whether no encoder has connected meanwhile */
  reconnect(isAway: () => boolean): Promise<unknown>
  idle(): Promise<unknown>
  /** Viewers see frames of an encoder. Repeated calls do nothing until another source is on air.
   * @param recording the recording of the session */
  activate(recording: Promise<Recording | null> | undefined): void
  /** Viewers see another source. */
  sourceChanged(): void
  /** Whether viewers have seen frames since the session began. */
  wasActive(): boolean
  backupChanged(change: BackupChange): void
}

const backupEvents = {
  backup_connected: 'backup-connected',
  backup_disconnected: 'backup-disconnected',
  failover: 'failover',
  failback: 'failback',
} as const satisfies Record<BackupChange, MonitorEventType>

export function createSessionStates(
  { db, clock, log }: Pick<Live, 'db' | 'clock' | 'log'>,
  stream: StreamRow,
  monitor: Pick<SessionMonitor, 'event'>,
): SessionStates {
  const run = serial((err) => log.error({ err, streamId: stream.id }, 'a live stream cannot store its state'))
  let isActive = false
  let wasActive = stream.activeSince !== null
  return {
    run,
    connect: async () => (await run(() => publisherConnected(db, stream, clock.now()))) !== undefined,
    reconnect: (isAway) => run(async () => (isAway() ? streamReconnecting(db, stream, clock.now()) : null)),
    idle: () => run(() => streamIdle(db, stream, clock.now())),
    activate(recording) {
      if (isActive) return
      isActive = true
      wasActive = true
      void run(async () => {
        const contentId = (await recording)?.contentId ?? null
        try {
          await streamActive(db, stream, contentId, clock.now())
        } catch (error) {
          // Retried with the next segment.
          isActive = false
          throw error
        }
      })
    },
    sourceChanged() {
      isActive = false
    },
    wasActive: () => wasActive,
    backupChanged(change) {
      monitor.event(backupEvents[change])
      void run(() => backupChanged(db, stream, change, clock.now()))
    },
  }
}

/** Runs tasks one after another. A failed task is reported and resolves to undefined. */
function serial(onError: (error: unknown) => void) {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T | null>): Promise<T | undefined> => {
    const next = last
      .then(async () => (await task()) ?? undefined)
      .catch((error: unknown) => {
        onError(error)
        return undefined
      })
    last = next
    return next
  }
}
