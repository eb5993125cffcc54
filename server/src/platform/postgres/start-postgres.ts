import { type ChildProcess, spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { lockDataDir } from '../data-dir.ts'
import { findBinaries } from './binaries.ts'
import { clusterDirOf, ensureCluster } from './cluster.ts'
import { clearPostmaster } from './postmaster.ts'
import { changeOwner, chooseRunAs, postgresEnv, type RunAs } from './run-as.ts'
import { settingWords } from './settings.ts'
import { makeSocketDir, removeSocketDir, socketUrl } from './socket-dir.ts'
import { type PostgresLog, supervise } from './supervise.ts'

export interface PostgresOptions {
  /** Kinora's data directory. PostgreSQL uses `postgres` inside it. */
  dataDir: string
  log: PostgresLog
  /** Settings that override ours. */
  settings?: Record<string, string>
}

export interface Postgres {
  /** Connection string of the database `kinora`. */
  url: string
  pid: number
  /** Shuts down gracefully. Repeated calls wait for the same shutdown. */
  stop(): Promise<void>
  /** Called with the reason when PostgreSQL ends without `stop`. */
  onExit(callback: (reason: string) => void): void
}

/** Starts the PostgreSQL of npm, and creates its database if there is none. It ends with this process, even if that
 * is killed. Throws StartupFailure for errors that the user can fix. */
export async function startPostgres({ dataDir, log, settings = {} }: PostgresOptions): Promise<Postgres> {
  const startedAt = performance.now()
  const binaries = findBinaries()
  const runAs = await chooseRunAs(binaries.postgres)
  const lock = await lockDataDir(join(dataDir, 'postgres'))
  try {
    const postgresDir = await realpath(join(dataDir, 'postgres'))
    const clusterDir = clusterDirOf(postgresDir)
    const found = await clearPostmaster(clusterDir)
    if (found === 'orphan') log.warn({}, 'shut down an orphaned PostgreSQL')
    await changeOwner(runAs, postgresDir)
    const isNew = await ensureCluster(postgresDir, binaries, runAs)
    const socketDir = await makeSocketDir(clusterDir, runAs)
    const options = ['-D', clusterDir, '-k', socketDir, ...settingWords(settings)]
    const running = supervise(launch(runAs, binaries.postgres, options, clusterDir), log)
    const stop = async () => {
      await running.stop()
      await removeSocketDir(socketDir)
      await lock.release()
    }
    try {
      await running.ready(clusterDir)
      await ensureDatabase(socketUrl(socketDir, 'postgres'))
    } catch (error) {
      await stop()
      throw error
    }
    const ms = Math.round(performance.now() - startedAt)
    log.info({ pid: running.pid, runAs: runAs.kind, isNew, ms }, 'PostgreSQL is ready')
    return { url: socketUrl(socketDir, 'kinora'), pid: running.pid, stop, onExit: running.onExit }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function launch(runAs: RunAs, program: string, options: string[], clusterDir: string): ChildProcess {
  const [command = program, ...args] = [...runAs.prefix, program, ...options]
  return spawn(command, args, {
    cwd: clusterDir,
    env: postgresEnv,
    // A separate session: Ctrl-C in a terminal must reach only the server, which then stops PostgreSQL in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'kinora'")
    if (rowCount === 0) await client.query('CREATE DATABASE kinora')
  } finally {
    await client.end()
  }
}
