import type { ProgressNote } from '@kinora/contract'
import type { Logger } from '../log.ts'
import type { Bus } from './bus.ts'

/** What makes progress: which object, and by which task where it has several. */
export type ProgressSubject = Pick<ProgressNote, 'object' | 'contentId' | 'task'> & {
  readonly environmentId: string
}

/** Takes the share that is done, 0 to 1, as often as it changes. Returns at once and never throws. */
export type ReportProgress = (progress: number) => void

export interface Progress {
  /**
   * Begins to report the progress of a task, at most once a second: stores it with `write`, then tells whoever
   * watches the environment. Nothing that goes wrong with that stops the task.
   * @param write stores it; may answer the progress of the whole where the task is a part of it
   */
  start(subject: ProgressSubject, write: (progress: number) => Promise<number | undefined>): ReportProgress
}

const EVERY_MS = 1000
/** An estimate from less than this share would jump. */
const LEAST_SHARE = 0.02

/** One way to report progress, whatever makes it. Notes are passing: they are neither kept nor replayed. */
export function openProgress({ bus, log }: { readonly bus: Bus; readonly log: Logger }): Progress {
  return {
    start({ environmentId, ...subject }, write) {
      const startedAt = performance.now()
      let reportedAt = 0
      let first: number | null = null
      const report = async (own: number, now: number) => {
        const progress = (await write(own)) ?? own
        first ??= progress
        const done = progress - first
        const etaS = done < LEAST_SHARE ? null : ((now - startedAt) / 1000) * ((1 - progress) / done)
        const note: ProgressNote = { ...subject, progress, etaS }
        await bus.publish('progress', `${environmentId} ${JSON.stringify(note)}`)
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
