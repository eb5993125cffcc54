import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { missingAsNull } from '../storage/durable-files.ts'
import { clusterDirOf } from './cluster.ts'
import { isReady } from './postmaster.ts'
import { hasWorkingDir } from './process-identity.ts'
import { socketUrl } from './socket-dir.ts'

/** The folder of the PostgreSQL in a data directory. Null if there is none yet. */
export async function clusterIn(dataDir: string): Promise<string | null> {
  const dir = await missingAsNull(realpath(join(dataDir, 'postgres')))
  if (dir === null) return null
  const version = await missingAsNull(readFile(join(clusterDirOf(dir), 'PG_VERSION')))
  return version === null ? null : clusterDirOf(dir)
}

/** The connection string of a PostgreSQL that another process has started. Null if it does not run. */
export async function runningPostgres(clusterDir: string): Promise<string | null> {
  const text = await missingAsNull(readFile(join(clusterDir, 'postmaster.pid'), 'utf8'))
  // Line 1 has the process, line 5 the folder of its socket.
  const [pid = '', , , , socketDir = ''] = (text ?? '').split('\n')
  const isRunning = (await isReady(clusterDir)) && (await hasWorkingDir(Number(pid), clusterDir))
  return isRunning ? socketUrl(socketDir, 'kinora') : null
}
