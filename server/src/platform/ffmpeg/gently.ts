import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const NICENESS = '5'
const TRIES = 5
const AGAIN_MS = 250

/** The web server stays quick while ffmpeg works. */
export const gently = ['nice', '-n', NICENESS]

/**
 * Makes the whole session that `pid` leads give way. Where Linux groups processes by session (sched(7), autogroup), being
 * nice counts only against neighbours of the same session, and ffmpeg has one of its own.
 */
export async function giveWay(pid: number): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, NICENESS)
      return
    } catch (error) {
      // Only one change in a tenth of a second is taken from all who are not root.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
      await pause(AGAIN_MS)
    }
  }
}
