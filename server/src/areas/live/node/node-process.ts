import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Stop } from '../../../platform/area.ts'
import type { Config } from '../../../platform/config.ts'
import type { Readiness } from '../../../platform/http/health.ts'
import { stopChild } from '../../../platform/stop-child.ts'
import type { Live } from '../live.ts'
import { releaseNode } from '../sessions/sessions.ts'
import type { LiveNode } from './live-node.ts'

/** Input of the live node process. */
export interface NodeStart {
  readonly config: Config
  readonly databaseUrl: string
}

/** Messages of the live node process: its ports once it accepts publishers, or why it cannot. */
export type NodeMessage = Pick<LiveNode, 'id' | 'rtmpPort' | 'webrtc'> | { readonly fault: string }

/** Runs a live node in a process of its own, so that media can neither delay nor crash the web server. */
export interface NodeProcess {
  start(): Stop
  readiness(): Promise<Readiness>
}

const entry = join(import.meta.dirname, 'node-main.ts')
/** A small young generation frees media buffers early. It saves 60 MB and full garbage collections. */
const execArgv = ['--max-semi-space-size=4']
const RESTART_MS = 1000
/** Longest pause between restarts. Some faults do not go away, such as a port that is in use. */
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
  /** Why the process cannot run. Empty if it can. */
  let fault = ''
  let isStopping = false
  let restart: NodeJS.Timeout | undefined

  function startProcess(): void {
    const own = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv })
    child = own
    own.send({ config, databaseUrl } satisfies NodeStart)
    own.on('message', (message: NodeMessage) => {
      if ('fault' in message) {
        // Other roles of this process still work.
        state = { ok: config.ROLES.some((role) => role !== 'ingest'), note: message.fault }
        pauseMs = Math.min(2 * pauseMs, FAULT_MS)
        if (message.fault !== fault) log.error({ fault: message.fault }, 'the live node cannot run')
        fault = message.fault
      } else {
        nodeId = message.id
        pauseMs = RESTART_MS
        fault = ''
        state = { ok: true, note: noteOf(message) }
      }
    })
    own.on('error', (err) => log.error({ err }, 'the live node failed'))
    own.once('exit', (code, signal) => {
      if (isStopping) return
      if (nodeId !== null) state = { ok: false, note: 'the live node restarts' }
      if (fault === '') log.warn({ code, signal }, 'the live node exited and is restarting')
      // Lets the next node continue its streams at once.
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

function noteOf({ rtmpPort, webrtc }: Pick<LiveNode, 'rtmpPort' | 'webrtc'>): string {
  const realtime = 'fault' in webrtc ? `no WebRTC: ${webrtc.fault}` : `WebRTC on UDP port ${webrtc.port}`
  return `RTMP on port ${rtmpPort}, ${realtime}`
}
