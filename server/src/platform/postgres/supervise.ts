import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { StartupFailure } from '../startup-failure.ts'
import { endPostmaster, isReady, within } from './postmaster.ts'

// Recovery after a crash takes time on a slow disk.
const readyTimeoutMs = 300_000
const tailLines = 5

export interface PostgresLog {
  info(about: object, message: string): void
  warn(about: object, message: string): void
  error(about: object, message: string): void
}

export interface Supervised {
  pid: number
  /** Waits until it accepts connections. Throws StartupFailure with its last output otherwise. */
  ready(clusterDir: string): Promise<void>
  stop(): Promise<void>
  onExit(callback: (reason: string) => void): void
}

/** Supervises the running postmaster: its output, its readiness, its end. */
export function supervise(child: ChildProcess, log: PostgresLog): Supervised {
  const { pid } = child
  if (pid === undefined)
    throw new StartupFailure('PostgreSQL could not be started: its program does not run.')
  const tail = followOutput(child, log)
  const callbacks: ((reason: string) => void)[] = []
  let ended: string | null = null
  let stopping: Promise<void> | null = null

  child.once('close', (code, signal) => {
    ended = signal === null ? `exit code ${code}` : `signal ${signal}`
    if (stopping !== null) return
    for (const callback of callbacks) callback(reason())
  })

  const reason = () => `PostgreSQL ended unexpectedly (${ended}): ${tail.join(' / ') || 'it said nothing'}`
  const isGone = async () => ended !== null

  const end = async () => {
    if (!(await endPostmaster(pid, isGone))) throw new Error(`PostgreSQL (process ${pid}) does not end`)
  }

  return {
    pid,
    async ready(clusterDir) {
      const answered = await within(readyTimeoutMs, async () => ended !== null || (await isReady(clusterDir)))
      if (ended !== null) throw new StartupFailure(reason())
      if (!answered)
        throw new StartupFailure(
          `PostgreSQL was not ready after ${readyTimeoutMs / 1000} s: ${tail.join(' / ')}`,
        )
    },
    stop() {
      stopping ??= ended === null ? end() : Promise.resolve()
      return stopping
    },
    onExit(callback) {
      if (ended !== null && stopping === null) callback(reason())
      else callbacks.push(callback)
    },
  }
}

/** Logs the lines that an operator should see, and keeps the last lines for error messages. */
function followOutput(child: ChildProcess, log: PostgresLog): string[] {
  const tail: string[] = []
  if (child.stderr === null) return tail
  createInterface({ input: child.stderr }).on('line', (line) => {
    tail.push(line)
    if (tail.length > tailLines) tail.shift()
    if (line.startsWith('PANIC:')) log.error({}, line)
    else if (line.startsWith('FATAL:') || /terminated by signal|not properly shut down/.test(line))
      log.warn({}, line)
  })
  return tail
}
