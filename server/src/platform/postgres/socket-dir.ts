import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'

/** The port number in the name of the socket file. Nothing listens on TCP. */
export const socketPort = 5432

// unix(7): a socket path has at most 107 bytes (103 on macOS), so it cannot be in a deep data directory.
const longestPath = 103
const socketFile = `/.s.PGSQL.${socketPort}`

/** Creates the private socket directory of the cluster in `clusterDir`: a short path, the same each time. */
export async function makeSocketDir(clusterDir: string, runAs: RunAs): Promise<string> {
  const name = `kinora-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)}`
  const tmp = fitsSocketPath(join(os.tmpdir(), name)) ? os.tmpdir() : '/tmp'
  const dir = join(tmp, name)
  const own = (await claimDir(dir, runAs)) ? dir : await mkdtemp(join(tmp, 'kinora-'))
  await chmod(own, 0o700)
  // A killed PostgreSQL leaves these files, and the next one would trust the lock if its pid is in use again.
  for (const left of [socketFile, `${socketFile}.lock`]) await rm(own + left, { force: true })
  if (process.getuid?.() === 0) await chown(own, runAs.uid, runAs.uid)
  return own
}

export async function removeSocketDir(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
}

/** Connection string for clients. The host in the authority satisfies strict URL parsers; `host` overrides it. */
export function socketUrl(socketDir: string, database: string): string {
  return `postgresql://kinora@localhost:${socketPort}/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`
}

function fitsSocketPath(dir: string): boolean {
  return Buffer.byteLength(dir + socketFile) <= longestPath
}

/** Other users can write to the temporary directory too, so a directory with another owner is not trusted. */
async function claimDir(dir: string, runAs: RunAs): Promise<boolean> {
  await mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(dir)
  return found.isDirectory() && (found.uid === process.getuid?.() || found.uid === runAs.uid)
}
