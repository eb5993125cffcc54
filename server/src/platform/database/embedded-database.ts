import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Logger, messageOf } from '../log.ts'
import { type Postgres, startPostgres } from '../postgres/index.ts'
import { DiskFull } from '../startup-failure.ts'

export interface DatabaseSource {
  readonly url: string
  stop(): Promise<void>
}

/** The configured database, or our own PostgreSQL, which is restarted if it dies. */
export async function databaseSource(config: Config, log: Logger): Promise<DatabaseSource> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, stop: async () => undefined }
  const start = () => startPostgres({ dataDir: config.DATA_DIR, log })
  return keepUp(start, log, () => process.kill(process.pid, 'SIGTERM'))
}

const MAX_RESTARTS_A_MINUTE = 12
const MINUTE_MS = 60_000
const usualPace = { restartMs: 300, longestMs: 10_000 }

/** Restarts PostgreSQL when it ends unexpectedly. On a full disk it retries without limit; otherwise it calls
 * `giveUp` after too many restarts. */
export async function keepUp(
  start: () => Promise<Postgres>,
  log: Logger,
  giveUp: () => void,
  pace = usualPace,
): Promise<DatabaseSource> {
  const stopping = new AbortController()
  let current: Postgres
  let restarting: Promise<void> = Promise.resolve()
  let restarts = 0
  /** Failed starts on a full disk since PostgreSQL last ran for a minute. */
  let waits = 0

  const begin = async () => {
    current = await start()
    const calm = setTimeout(() => {
      waits = 0
    }, MINUTE_MS).unref()
    current.onExit((reason) => {
      clearTimeout(calm)
      if (stopping.signal.aborted) return
      if (!isLackOfSpace(reason)) log.error({ reason }, 'PostgreSQL exited unexpectedly and is restarting')
      restarting = restart(reason)
    })
  }

  const restart = async (why: unknown) => {
    for (let reason = why; ; ) {
      const waitMs = isLackOfSpace(reason) ? waitForSpace(reason) : countRestart()
      if (waitMs === null) return giveUp()
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        await current.stop()
        return await begin()
      } catch (err) {
        if (!isLackOfSpace(err)) log.error({ err }, 'PostgreSQL could not be restarted')
        reason = err
      }
    }
  }

  const waitForSpace = (reason: unknown) => {
    waits += 1
    // Logged once, not for each attempt.
    if (waits === 1)
      log.error({ reason: messageOf(reason) }, 'PostgreSQL is waiting for free space in the data directory')
    return Math.min(pace.longestMs, pace.restartMs * 2 ** waits)
  }

  /** Null after too many restarts. */
  const countRestart = () => {
    restarts += 1
    setTimeout(() => {
      restarts -= 1
    }, MINUTE_MS).unref()
    if (restarts <= MAX_RESTARTS_A_MINUTE) return pace.restartMs
    log.fatal({}, 'PostgreSQL does not stay up: see the log above')
    return null
  }

  await begin()
  return {
    get url() {
      return current.url
    },
    async stop() {
      stopping.abort()
      await restarting
      await current.stop()
    },
  }
}

/** Whether PostgreSQL ended or could not start because the disk is full. */
export function isLackOfSpace(reason: unknown): boolean {
  return reason instanceof DiskFull || /no space left on device|disk quota exceeded/i.test(messageOf(reason))
}
