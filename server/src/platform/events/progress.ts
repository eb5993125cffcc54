import type { ProgressNote } from '@kinora/contract'
import type { Logger } from '../log.ts'
import type { Bus, Channel } from './bus.ts'

/** The ID of an environment, and the progress of a job there. */
export const progressChannel: Channel = 'kinora_progress'

/** The object whose task is reported, and the task if the object has several. */
export type ProgressSubject = Pick<ProgressNote, 'object' | 'contentId' | 'task'> & {
  readonly environmentId: string
}

/** Estimated seconds until a task with this progress ends; null while the estimate is not stable. */
export type EstimateRest = (progress: number) => number | null

/** Reports the completed share, 0 to 1. Returns at once and never throws. */
export type ReportProgress = (progress: number) => void

type WriteProgress = (progress: number, restOf: EstimateRest) => Promise<number | undefined>

export interface Progress {
  /**
   * Starts reporting a task, at most once a second: stores the progress with `write`, then publishes it to the
   * clients of the environment. A failure to report does not stop the task.
   * @param write stores the progress; may return the progress of the whole if the task is a part of it
   */
  start(subject: ProgressSubject, write: WriteProgress): ReportProgress
}

const EVERY_MS = 1000
/** Below this share the estimate of the remaining time is not stable. */
const LEAST_SHARE = 0.02

/** Reports the progress of all tasks. Notes are not stored and not replayed. */
export function openProgress({ bus, log }: { readonly bus: Bus; readonly log: Logger }): Progress {
  return {
    start({ environmentId, ...subject }, write) {
      const startedAt = performance.now()
      let reportedAt = 0
      let first: number | null = null
      const report = async (own: number, now: number) => {
        const restOf = (progress: number) => {
          first ??= progress
          const done = progress - first
          return done < LEAST_SHARE ? null : ((now - startedAt) / 1000) * ((1 - progress) / done)
        }
        const progress = (await write(own, restOf)) ?? own
        const note: ProgressNote = { ...subject, progress, etaS: restOf(progress) }
        await bus.publish(progressChannel, `${environmentId} ${JSON.stringify(note)}`)
      }
      return (progress) => {
        const now = performance.now()
        if (now - reportedAt < EVERY_MS) return
        reportedAt = now
        report(progress, now).catch((err: unknown) =>
          log.warn({ err, ...subject }, 'progress was not reported'),
        )
      }
    },
  }
}
