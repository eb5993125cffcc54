import type { MonitorEventType } from '@kinora/contract'
import type { Live } from '../../live.ts'
import type { SessionMonitor } from '../../monitoring/session-monitor.ts'
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
  /** The last encoder has left, and may return. The stream is idle if viewers have seen none of its frames. */
  leave(): Promise<unknown>
  /** Viewers see frames of an encoder. Repeated calls do nothing until another source is on air.
   * @param recording the recording of the session */
  activate(recording: Promise<Recording | null> | undefined): void
  /** Viewers see another source. */
  sourceChanged(): void
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
    leave: () => run(() => (wasActive ? streamReconnecting : streamIdle)(db, stream, clock.now())),
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
