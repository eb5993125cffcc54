import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROCESSES = 2

/** Keeps this machine as busy as another program would, spread over two processes: processors that others use too are
 * slower. @param cores CPU time per second @returns a function that stops it */
export function keepBusy(cores: number): () => Promise<void> {
  const program = join(import.meta.dirname, 'busy-worker.ts')
  const share = Math.min(1, cores / PROCESSES)
  const children = Array.from({ length: PROCESSES }, () => {
    const child = spawn(process.execPath, [program, String(share)], { stdio: 'inherit' })
    return { child, ended: once(child, 'exit') }
  })
  return async () => {
    for (const { child } of children) child.kill('SIGKILL')
    await Promise.all(children.map(({ ended }) => ended))
  }
}
