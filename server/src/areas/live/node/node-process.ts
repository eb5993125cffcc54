import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Stop } from '../../../platform/area.ts'
import type { Config } from '../../../platform/config.ts'
import type { Tools } from '../../../platform/ffmpeg/index.ts'
import { childEnv, mediaProcessArgs } from '../../../platform/forked.ts'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { stopChild } from '../../../platform/stop-child.ts'
import type { Live } from '../live.ts'
import { releaseNode } from '../sessions/sessions.ts'
import type { LiveNode } from './live-node.ts'

/** Input of the live node process. A second message, `go`, makes it accept publishers. */
export interface NodeStart {
  readonly config: Config
  readonly databaseUrl: string
  readonly tools: Tools
}

/** Messages of the live node process: it can accept publishers, its ports once it does, which of its ffmpeg processes keep
 * failing, or why it cannot run. */
export type NodeMessage =
  | { readonly isReady: true }
  | Pick<LiveNode, 'id' | 'rtmpPort' | 'webrtc'>
  | { readonly failing: readonly string[] }
  | { readonly fault: string }

/** Interval of the messages that show that the process does not hang. */
export const SIGN_OF_LIFE_MS = 2000

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
  /** When it became active (`performance.now()`). */
  activeMs: number
  /** Checks since its last message. */
  silentChecks: number
}

const entry = join(import.meta.dirname, 'node-main.ts')
/** Longest pause between restarts. Some faults do not go away, such as a port that is in use. */
const LONGEST_PAUSE_MS = 10_000
/** A node that has run for so long is replaced at once. The pauses after those that end earlier grow. */
const STEADY_MS = 30_000
/** Pause before the second process starts, in which the first one needs the processor. */
const STANDBY_MS = 3000
const LONGEST_STANDBY_PAUSE_MS = 60_000
/** A process that is silent for so many checks hangs. A start can take long on a busy machine. */
const HANGS_AFTER = { running: 10, starting: 45 } as const
const STOP_MS = 8000

export function nodeProcess(
  live: Pick<Live, 'db' | 'clock' | 'config' | 'databaseUrl' | 'log' | 'ffmpeg'>,
): NodeProcess {
  const { config, databaseUrl, log, ffmpeg } = live
  let active: Child | null = null
  let standby: Child | null = null
  let nodeId: string | null = null
  let state: Readiness = { ok: true, note: 'live streams are off in this process' }
  /** Names of ffmpeg processes that keep failing. */
  let failing: readonly string[] = []
  /** Why the process cannot run. Empty if it can. */
  let fault = ''
  /** How often the active process has ended soon, in a row. */
  let ends = 0
  let standbyEnds = 0
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let nextStandby: NodeJS.Timeout | undefined
  let checks: NodeJS.Timeout | undefined

  function forkNode(): Child {
    const child = fork(entry, {
      env: childEnv(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: mediaProcessArgs,
      // The tools have sets.
      serialization: 'advanced',
    })
    const own: Child = { process: child, isActive: false, isReady: false, activeMs: 0, silentChecks: 0 }
    // Settings that it does not use stay here.
    const {
      SMTP_URL: _smtp,
      STT_KEY: _speech,
      LLM_KEY: _writer,
      METRICS_TOKEN: _metrics,
      CLICKHOUSE_URL: _views,
      ...used
    } = config
    child.send({ config: used, databaseUrl, tools: ffmpeg.tools } satisfies NodeStart)
    child.on('message', (message: NodeMessage) => take(own, message))
    child.on('error', (err) => log.error({ err }, 'the live node failed'))
    child.once('exit', (code, signal) => exited(own, code, signal))
    return own
  }

  function take(own: Child, message: NodeMessage): void {
    own.silentChecks = 0
    if ('isReady' in message) {
      own.isReady = true
      if (own.isActive) own.process.send('go')
      else standbyEnds = 0
    } else if ('failing' in message) {
      if (own.isActive) failing = message.failing
    } else if ('fault' in message) {
      if (message.fault !== fault) log.error({ fault: message.fault }, 'the live node cannot run')
      if (own.isActive) fault = message.fault
    } else {
      nodeId = message.id
      fault = ''
      state = { ok: true, note: noteOf(message) }
      planStandby(STANDBY_MS)
    }
  }

  function planStandby(afterMs: number): void {
    clearTimeout(nextStandby)
    if (config.LIVE_STANDBY === 'off') return
    nextStandby = setTimeout(() => {
      standby ??= forkNode()
    }, afterMs)
  }

  function exited(own: Child, code: number | null, signal: NodeJS.Signals | null): void {
    if (isStopping) return
    if (!own.isActive) {
      standby = null
      standbyEnds += 1
      const pauseMs = Math.min(LONGEST_STANDBY_PAUSE_MS, LONGEST_PAUSE_MS * 2 ** (standbyEnds - 1))
      if (isPowerOfTwo(standbyEnds)) log.warn({ code, signal, pauseMs }, 'the second live node exited')
      planStandby(pauseMs)
      return
    }
    ends = performance.now() - own.activeMs >= STEADY_MS ? 1 : ends + 1
    const pauseMs = ends === 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 500 * 2 ** (ends - 1))
    // Each doubling is enough: a failure that stays would fill the log.
    if (fault === '' && isPowerOfTwo(ends))
      log.warn({ code, signal, ends, pauseMs }, 'the live node exited and is restarting')
    const why = fault || `the live node exits soon after each start, with ${signal ?? `code ${code}`}`
    // Other roles of this process still work.
    state =
      ends < 3 && fault === ''
        ? { ok: false, note: 'the live node restarts' }
        : { ok: config.ROLES.some((role) => role !== 'ingest'), note: why }
    // Lets the next node continue its streams at once.
    if (nodeId !== null)
      releaseNode(live, nodeId).catch((err: unknown) => log.warn({ err }, 'a live node cannot be released'))
    active = null
    nodeId = null
    failing = []
    if (pauseMs === 0) activate()
    else restart = setTimeout(activate, pauseMs)
  }

  function activate(): void {
    active = standby ?? forkNode()
    standby = null
    active.isActive = true
    active.activeMs = performance.now()
    if (active.isReady) active.process.send('go')
  }

  /** Kills a process that hangs. A pause of this process does not count, because its checks pause as well. */
  function check(own: Child | null): void {
    if (own === null) return
    own.silentChecks += 1
    if (own.silentChecks <= (own.isReady ? HANGS_AFTER.running : HANGS_AFTER.starting)) return
    log.error({ isActive: own.isActive }, 'the live node hangs and is killed')
    own.process.kill('SIGKILL')
  }

  return {
    start() {
      state = { ok: false, note: 'the live node starts' }
      activate()
      checks = setInterval(() => {
        check(active)
        check(standby)
      }, SIGN_OF_LIFE_MS)
      return async () => {
        isStopping = true
        clearTimeout(restart)
        clearTimeout(nextStandby)
        clearInterval(checks)
        const children = [active, standby].map((child) => stopChild(child?.process ?? null, STOP_MS))
        await Promise.all(children)
      }
    },
    readiness: async () =>
      failing.length === 0
        ? state
        : { ...state, note: `${state.note}; keeps failing: ${failing.join(', ')}` },
  }
}

const isPowerOfTwo = (value: number) => Math.log2(value) % 1 === 0

function noteOf({ rtmpPort, webrtc }: Pick<LiveNode, 'rtmpPort' | 'webrtc'>): string {
  const realtime = 'fault' in webrtc ? `no WebRTC: ${webrtc.fault}` : `WebRTC on UDP port ${webrtc.port}`
  return `RTMP on port ${rtmpPort}, ${realtime}`
}
