import { configFromProcess } from './config.ts'
import { startKinora } from './kinora.ts'
import { databaseSource } from './platform/database/embedded-database.ts'
import { createLog } from './platform/log.ts'
import { checkPort } from './platform/port.ts'
import { StartupFailure } from './platform/startup-failure.ts'

const STOP_WITHIN_MS = 20_000

try {
  await run()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

async function run(): Promise<void> {
  const config = configFromProcess()
  const log = createLog(config.LOG_LEVEL)
  await checkPort(config.PORT, config.HOST)
  const source = await databaseSource(config, log)
  const kinora = await startKinora(config, source.url, log).catch(async (error: unknown) => {
    await source.stop()
    throw error
  })
  process.stdout.write(`\nKinora is ready at ${config.PUBLIC_URL ?? kinora.url}\n\n`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    try {
      await kinora.stop()
    } finally {
      await source.stop()
    }
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

/** One line for errors that the user can fix, the full stack for bugs. */
function explain(error: unknown): string {
  if (error instanceof StartupFailure) return error.message
  if (error instanceof Error && 'code' in error) {
    const port = 'port' in error ? String(error.port) : ''
    if (error.code === 'EADDRINUSE')
      return `Port ${port} is taken. Stop what uses it, or start with PORT=another.`
    if (error.code === 'EACCES' && port !== '')
      return `Port ${port} may not be used by this user. Start with PORT=4000.`
    if (error.code === 'EADDRNOTAVAIL') return 'HOST is no address of this machine.'
    if (error.code === 'ECONNREFUSED') return 'The database does not answer. Check DATABASE_URL.'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
