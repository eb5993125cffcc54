import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { lowerPriority } from '../../../platform/ffmpeg/index.ts'

/** Less than that of encoding. */
const NICENESS = 10

/** Starts a process that runs a model. It has a session of its own: priorities of Linux count by session, so that lowering
 * that of the server would slow the server. @param heapMib limit of its heap */
export function forkModel(main: string, heapMib: number): ChildProcess {
  const child = fork(main, {
    env: {},
    detached: true,
    execArgv: [`--max-old-space-size=${heapMib}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { pid } = child
  if (pid === undefined) return child
  try {
    setPriority(pid, NICENESS)
  } catch {
    // It has ended, which its `exit` says.
  }
  void lowerPriority(pid, NICENESS)
  return child
}
