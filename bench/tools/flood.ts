import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { AT_ONCE } from './contest.ts'

/** A request that is repeated. In its headers `{n}` is a number from 0 to 255, another one each time. */
export interface FloodRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Deletes what was created, by its `location`. */
  readonly ends?: true
}

/** Sends requests of a process of their own, because a client that reads so much answers late itself.
 * @returns stops them */
export async function floodFrom(requests: readonly FloodRequest[]): Promise<() => Promise<void>> {
  const program = join(import.meta.dirname, 'flood-worker.ts')
  const child = spawn(process.execPath, [program, String(AT_ONCE)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  child.stdin.end(JSON.stringify(requests))
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}
