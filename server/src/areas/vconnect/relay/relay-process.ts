import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import type { Config } from '../../../platform/config.ts'
import type { Tools } from '../../../platform/ffmpeg/index.ts'
import { childEnv, mediaProcessArgs } from '../../../platform/forked.ts'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { stopChild } from '../../../platform/stop-child.ts'
import { vconnectChannel } from '../ends/changes.ts'
import { vconnectInputs } from '../ends/tables.ts'
import type { Vconnect } from '../vconnect.ts'
import { releaseLeases } from './leases.ts'

/** Input of the relay process. */
export interface RelayStart {
  readonly config: Config
  readonly databaseUrl: string
  readonly tools: Tools
}

/** Messages of the relay process: it runs, or why it cannot. */
export type RelayMessage = { readonly id: string } | { readonly fault: string }

/** Runs inputs in a process of their own, so that streams can neither delay nor crash the web server. */
export interface RelayProcess {
  start(): Stop
  readiness(): Promise<Readiness>
}

const entry = join(import.meta.dirname, 'relay-main.ts')
/** A process that has run for so long is replaced at once. The pauses after those that end earlier grow. */
const STEADY_MS = 30_000
const LONGEST_PAUSE_MS = 10_000
const CHECK_MS = 2000
/** Checks without a message after which it hangs. A start can take long on a busy machine. */
const HANGS_AFTER = { running: 10, starting: 45 } as const
const STOP_MS = 5000

export function relayProcess(vconnect: Vconnect): RelayProcess {
  const { db, bus, config, databaseUrl, log, ffmpeg } = vconnect
  let child: ChildProcess | null = null
  let nodeId: string | null = null
  let fault = ''
  let silentChecks = 0
  let startedMs = 0
  /** How often it has ended soon, in a row. */
  let ends = 0
  let isStopping = false
  let restart: NodeJS.Timeout | undefined

  function begin(): void {
    restart = undefined
    if (isStopping || child !== null) return
    const own = fork(entry, {
      env: childEnv(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: mediaProcessArgs,
      // The tools have sets.
      serialization: 'advanced',
    })
    child = own
    startedMs = performance.now()
    silentChecks = 0
    // Settings that it does not use stay here.
    const { SMTP_URL: _smtp, STT_KEY: _speech, LLM_KEY: _writer, METRICS_TOKEN: _metrics, ...used } = config
    own.send({ config: used, databaseUrl, tools: ffmpeg.tools } satisfies RelayStart)
    own.on('message', (message: RelayMessage) => {
      silentChecks = 0
      if ('id' in message) {
        nodeId = message.id
        fault = ''
      } else fault = message.fault
    })
    own.on('error', (err) => {
      log.error({ err }, 'the relay of V-Connect failed')
      // A process that did not start does not exit either.
      if (own.pid === undefined && child === own) exited(null, null)
    })
    own.once('exit', exited)
  }

  function exited(code: number | null, signal: NodeJS.Signals | null): void {
    const left = nodeId
    child = null
    nodeId = null
    if (isStopping) return
    ends = performance.now() - startedMs >= STEADY_MS ? 1 : ends + 1
    const pauseMs = ends === 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 500 * 2 ** (ends - 1))
    if (Math.log2(ends) % 1 === 0)
      log.warn({ code, signal, ends, pauseMs, fault }, 'the relay of V-Connect exited and is restarting')
    // Lets the next process run its inputs at once.
    if (left !== null)
      releaseLeases(vconnect, left).catch((err: unknown) => log.warn({ err }, 'leases cannot be released'))
    restart = setTimeout(begin, pauseMs)
  }

  /** Starts the process when there is an input, and kills one that hangs. */
  async function check(): Promise<void> {
    if (child === null) {
      if (restart === undefined && (await db.$count(vconnectInputs, eq(vconnectInputs.enabled, true))) > 0)
        begin()
      return
    }
    silentChecks += 1
    if (silentChecks <= (nodeId === null ? HANGS_AFTER.starting : HANGS_AFTER.running)) return
    log.error('the relay of V-Connect hangs and is killed')
    child.kill('SIGKILL')
  }

  return {
    start() {
      const checkNow = () =>
        void check().catch((err: unknown) => log.warn({ err }, 'inputs of V-Connect cannot be read'))
      const unsubscribe = bus.subscribe(vconnectChannel, () => {
        if (child === null) checkNow()
      })
      const checks = setInterval(checkNow, CHECK_MS)
      return async () => {
        isStopping = true
        unsubscribe()
        clearInterval(checks)
        clearTimeout(restart)
        await stopChild(child, STOP_MS)
      }
    },
    readiness: async () =>
      fault === '' || ends < 3
        ? { ok: true, note: child === null ? 'no inputs run in this process' : 'inputs run' }
        : { ok: config.ROLES.some((role) => role !== 'ingest'), note: fault },
  }
}
