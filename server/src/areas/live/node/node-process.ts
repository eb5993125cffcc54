import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Stop } from '../../../platform/area.ts'
import type { Config } from '../../../platform/config.ts'
import { childEnv } from '../../../platform/forked.ts'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { stopChild } from '../../../platform/stop-child.ts'
import type { Live } from '../live.ts'
import { releaseNode } from '../sessions/sessions.ts'
import type { LiveNode } from './live-node.ts'

/** Input of the live node process. A second message, `go`, makes it accept publishers. */
export interface NodeStart {
  readonly config: Config
  readonly databaseUrl: string
}

/** Messages of the live node process: it can accept publishers, its ports once it does, or why it cannot. */
export type NodeMessage =
  | { readonly isReady: true }
  | Pick<LiveNode, 'id' | 'rtmpPort' | 'webrtc'>
  | { readonly fault: string }

/** Runs a live node in a process of its own, so that media can neither delay nor crash the web server. A second process
 * is ready to take its place. */
export interface NodeProcess {
  start(): Stop
  readiness(): Promise<Readiness>
}

interface Child {
  readonly process: ChildProcess
  /** Whether it accepts publishers, or will as soon as it is ready. */
  isActive: boolean
  isReady: boolean
}

const entry = join(import.meta.dirname, 'node-main.ts')
/** A small young generation frees media buffers early. It saves 60 MB and full garbage collections. */
const execArgv = ['--max-semi-space-size=4']
const RESTART_MS = 1000
/** Longest pause between restarts. Some faults do not go away, such as a port that is in use. */
const FAULT_MS = 10_000
/** Pause before the second process starts, in which the first one needs the processor. */
const STANDBY_MS = 3000
const STOP_MS = 8000

export function nodeProcess(
  live: Pick<Live, 'db' | 'clock' | 'config' | 'databaseUrl' | 'log'>,
): NodeProcess {
  const { config, databaseUrl, log } = live
  let active: Child | null = null
  let standby: Child | null = null
  let nodeId: string | null = null
  let pauseMs = RESTART_MS
  let state: Readiness = { ok: true, note: 'live streams are off in this process' }
  /** Why the process cannot run. Empty if it can. */
  let fault = ''
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let nextStandby: NodeJS.Timeout | undefined

  function forkNode(): Child {
    const child = fork(entry, { env: childEnv(), stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv })
    const own: Child = { process: child, isActive: false, isReady: false }
    // Settings that it does not use stay here.
    const {
      SMTP_URL: _smtp,
      STT_KEY: _speech,
      LLM_KEY: _writer,
      METRICS_TOKEN: _metrics,
      CLICKHOUSE_URL: _views,
      ...used
    } = config
    child.send({ config: used, databaseUrl } satisfies NodeStart)
    child.on('message', (message: NodeMessage) => take(own, message))
    child.on('error', (err) => log.error({ err }, 'the live node failed'))
    child.once('exit', (code, signal) => exited(own, code, signal))
    return own
  }

  function take(own: Child, message: NodeMessage): void {
    if ('isReady' in message) {
      own.isReady = true
      if (own.isActive) own.process.send('go')
    } else if ('fault' in message) {
      pauseMs = Math.min(2 * pauseMs, FAULT_MS)
      if (message.fault !== fault) log.error({ fault: message.fault }, 'the live node cannot run')
      fault = message.fault
      // Other roles of this process still work.
      if (own.isActive) state = { ok: config.ROLES.some((role) => role !== 'ingest'), note: message.fault }
    } else {
      nodeId = message.id
      pauseMs = RESTART_MS
      fault = ''
      state = { ok: true, note: noteOf(message) }
      planStandby(STANDBY_MS)
    }
  }

  function planStandby(afterMs: number): void {
    clearTimeout(nextStandby)
    nextStandby = setTimeout(() => {
      standby ??= forkNode()
    }, afterMs)
  }

  function exited(own: Child, code: number | null, signal: NodeJS.Signals | null): void {
    if (isStopping) return
    if (!own.isActive) {
      standby = null
      planStandby(FAULT_MS)
      return
    }
    if (nodeId !== null) state = { ok: false, note: 'the live node restarts' }
    if (fault === '') log.warn({ code, signal }, 'the live node exited and is restarting')
    // Lets the next node continue its streams at once.
    if (nodeId !== null)
      releaseNode(live, nodeId).catch((err: unknown) => log.warn({ err }, 'a live node cannot be released'))
    nodeId = null
    if (standby?.isReady) activate()
    else restart = setTimeout(activate, pauseMs)
  }

  function activate(): void {
    active = standby ?? forkNode()
    standby = null
    active.isActive = true
    if (active.isReady) active.process.send('go')
  }

  return {
    start() {
      state = { ok: false, note: 'the live node starts' }
      activate()
      return async () => {
        isStopping = true
        clearTimeout(restart)
        clearTimeout(nextStandby)
        const children = [active, standby].map((child) => stopChild(child?.process ?? null, STOP_MS))
        await Promise.all(children)
      }
    },
    readiness: async () => state,
  }
}

function noteOf({ rtmpPort, webrtc }: Pick<LiveNode, 'rtmpPort' | 'webrtc'>): string {
  const realtime = 'fault' in webrtc ? `no WebRTC: ${webrtc.fault}` : `WebRTC on UDP port ${webrtc.port}`
  return `RTMP on port ${rtmpPort}, ${realtime}`
}
