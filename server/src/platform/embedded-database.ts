import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import { type Postgres, startPostgres } from './postgres/index.ts'

export interface DatabaseSource {
  readonly url: string
  stop(): Promise<void>
}

const RESTART_PAUSE_MS = 300
const MAX_RESTARTS = 12

/** The database the configuration names, or our own PostgreSQL, which is started again if it dies. */
export async function databaseSource(config: Config, log: Logger): Promise<DatabaseSource> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, stop: async () => undefined }

  let current: Postgres
  let stopping = false
  let restarts = 0
  let restarting: Promise<void> = Promise.resolve()

  const start = async () => {
    current = await startPostgres({ dataDir: config.DATA_DIR, log })
    current.onExit((reason) => {
      if (stopping) return
      log.error({ reason }, 'PostgreSQL ended by itself and is started again')
      restarting = restart()
    })
  }
  const restart = async () => {
    restarts += 1
    if (restarts > MAX_RESTARTS) {
      log.fatal({}, 'PostgreSQL does not stay up: see the log above')
      process.kill(process.pid, 'SIGTERM')
      return
    }
    setTimeout(() => {
      restarts -= 1
    }, 60_000).unref()
    await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS))
    if (stopping) return
    try {
      await current.stop()
      await start()
    } catch (err) {
      log.error({ err }, 'PostgreSQL could not be started again')
      await restart()
    }
  }

  await start()
  return {
    get url() {
      return current.url
    },
    async stop() {
      stopping = true
      await restarting
      await current.stop()
    },
  }
}
