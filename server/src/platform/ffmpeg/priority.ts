import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isInFurtherTurn } from '../turns/turns.ts'

const NICENESS = 5
/** Further turns get half of the processor time of first ones. */
const FURTHER_NICENESS = 8
const TRIES = 5
const AGAIN_MS = 250

/** Keeps the web server responsive while ffmpeg runs. */
export const lowPriority = ['nice', '-n', String(NICENESS)]

/** Lowers the priority of ffmpeg for the current task, further if its environment has others. */
export function lowerPriorityInTurn(pid: number): Promise<void> {
  return lowerPriority(pid, isInFurtherTurn() ? FURTHER_NICENESS : NICENESS)
}

/** Lowers the priority of the session of `pid`. If Linux groups processes by session (sched(7), autogroup), nice
 * values count only within a session, and ffmpeg has its own. A process that shares the session of the server would slow
 * the server instead. */
export async function lowerPriority(pid: number, niceness: number = NICENESS): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(niceness))
      return
    } catch (error) {
      // The kernel accepts only one change per tenth of a second from users other than root.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
      await pause(AGAIN_MS)
    }
  }
}
