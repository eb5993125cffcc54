import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Stop } from '../../../platform/area.ts'
import type { Config } from '../../../platform/config.ts'
import type { Readiness } from '../../../platform/http/health.ts'
import { stopChild } from '../../../platform/stop-child.ts'
import type { Live } from '../live.ts'
import { releaseNode } from '../sessions/sessions.ts'

/** What the process of a live node gets. */
export interface NodeStart {
  readonly config: Config
  readonly databaseUrl: string
}

/** What it reports: that it accepts publishers, or why it cannot. */
export type NodeMessage =
  | { readonly id: string; readonly rtmpPort: number; readonly webrtcPort: number | null }
  | { readonly fault: string }

/** A live node in a process of its own, so that the web server does not wait for media, nor fail with it. */
export interface NodeProcess {
  start(): Stop
  readiness(): Promise<Readiness>
}

const entry = join(import.meta.dirname, 'node-main.ts')
/** A small young generation frees the memory of media soon: 60 MB less, and fewer full collections. */
const execArgv = ['--max-semi-space-size=4']
const RESTART_MS = 1000
/** Longest pause after faults that may stay, such as a port that is taken. */
const FAULT_MS = 10_000
const STOP_MS = 8000

export function nodeProcess(
  live: Pick<Live, 'db' | 'clock' | 'config' | 'databaseUrl' | 'log'>,
): NodeProcess {
  const { config, databaseUrl, log } = live
  let child: ChildProcess | null = null
  let nodeId: string | null = null
  let pauseMs = RESTART_MS
  let state: Readiness = { ok: true, note: 'live streams are off in this process' }
  let isStopping = false
  let restart: NodeJS.Timeout | undefined

  function startProcess(): void {
    const own = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv })
    child = own
    own.send({ config, databaseUrl } satisfies NodeStart)
    own.on('message', (message: NodeMessage) => {
      if ('fault' in message) {
        // Everything else still works, unless the process is for nothing else.
        state = { ok: config.ROLES.some((role) => role !== 'ingest'), note: message.fault }
        pauseMs = Math.min(2 * pauseMs, FAULT_MS)
        log.error({ fault: message.fault }, 'the live node cannot run')
      } else {
        nodeId = message.id
        pauseMs = RESTART_MS
        const { rtmpPort, webrtcPort } = message
        const webrtc = webrtcPort === null ? 'no WebRTC' : `WebRTC on UDP port ${webrtcPort}`
        state = { ok: true, note: `RTMP on port ${rtmpPort}, ${webrtc}` }
      }
    })
    own.on('error', (err) => log.error({ err }, 'the live node failed'))
    own.once('exit', (code, signal) => {
      if (isStopping) return
      if (nodeId !== null) state = { ok: false, note: 'the live node restarts' }
      log.warn({ code, signal }, 'the live node ended and is started again')
      // So that the next one can continue its streams at once.
      if (nodeId !== null)
        releaseNode(live, nodeId).catch((err: unknown) => log.warn({ err }, 'a live node cannot be released'))
      nodeId = null
      restart = setTimeout(startProcess, pauseMs)
    })
  }

  return {
    start() {
      state = { ok: false, note: 'the live node starts' }
      startProcess()
      return async () => {
        isStopping = true
        clearTimeout(restart)
        await stopChild(child, STOP_MS)
      }
    },
    readiness: async () => state,
  }
}
