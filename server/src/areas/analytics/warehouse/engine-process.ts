import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { childEnv } from '../../../platform/forked.ts'
import type { Logger } from '../../../platform/log.ts'
import { stopChild } from '../../../platform/stop-child.ts'

/** Settings of the process of the embedded warehouse. */
export interface EngineStart {
  readonly folder: string
  readonly secret: string
  readonly memoryBytes: number
}

/** Message of the process: its port on loopback, or why it cannot run. */
export type EngineMessage = { readonly port: number } | { readonly fault: string }

/** The embedded warehouse in its own process: it needs memory, and a crash must not end the web server. */
export interface EngineProcess {
  /** The URL of the engine. Starts the process if it does not run. @throws Error if it cannot run */
  url(): Promise<string>
  /** Whether the process runs or starts. */
  readonly isStarted: () => boolean
  /** Why the engine does not run. Null if it runs, or was not needed yet. */
  readonly fault: () => string | null
  close(): Promise<void>
}

const entry = join(import.meta.dirname, 'engine-main.ts')
/** Delay of a restart after a failure. */
const RETRY_MS = 5000
const STOP_MS = 8000

export function engineProcess(start: EngineStart, log: Logger): EngineProcess {
  let child: ChildProcess | null = null
  let opening: Promise<string> | null = null
  let fault: string | null = null
  let failedMs = Number.NEGATIVE_INFINITY
  let isClosed = false

  function open(): Promise<string> {
    // The folder is an argument only so that it shows in process lists.
    const own = fork(entry, [start.folder], {
      env: childEnv(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    })
    child = own
    own.send(start)
    return new Promise((resolve, reject) => {
      own.on('message', (message: EngineMessage) => {
        if ('port' in message) {
          fault = null
          resolve(`http://127.0.0.1:${message.port}`)
          return
        }
        fault = message.fault
        failedMs = performance.now()
        log.error({ fault }, 'the embedded warehouse cannot run')
        reject(new Error(message.fault))
      })
      own.on('error', reject)
      own.once('exit', (code, signal) => {
        if (child === own) child = null
        opening = null
        reject(new Error('the embedded warehouse ended'))
        if (!isClosed && fault === null)
          log.warn({ code, signal }, 'the embedded warehouse exited; it restarts when needed')
      })
    })
  }

  return {
    url() {
      if (isClosed) return Promise.reject(new Error('the embedded warehouse was stopped'))
      if (opening === null && performance.now() - failedMs < RETRY_MS)
        return Promise.reject(new Error(fault ?? 'the embedded warehouse cannot run'))
      opening ??= open()
      return opening
    },
    isStarted: () => opening !== null,
    fault: () => fault,
    async close() {
      isClosed = true
      await stopChild(child, STOP_MS)
    },
  }
}
