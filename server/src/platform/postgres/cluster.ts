import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupFailure } from '../startup-failure.ts'
import type { Binaries } from './binaries.ts'
import { changeOwner, postgresEnv, type RunAs } from './run-as.ts'

const run = promisify(execFile)
const initTimeoutMs = 120_000
const draftPrefix = 'cluster.new-'

/** PostgreSQL's own files, inside its directory. */
export function clusterDirOf(postgresDir: string): string {
  return join(postgresDir, 'cluster')
}

/** Ensures that a complete cluster of the right version exists. Returns whether it is new. */
export async function ensureCluster(postgresDir: string, binaries: Binaries, runAs: RunAs): Promise<boolean> {
  const clusterDir = clusterDirOf(postgresDir)
  await removeDrafts(postgresDir)
  if (await clusterExists(clusterDir)) {
    await checkVersion(clusterDir, binaries.major)
    await changeOwner(runAs, clusterDir)
    return false
  }
  await init(postgresDir, binaries, runAs)
  return true
}

/** Clusters are created under another name and renamed when complete, so a draft is an interrupted attempt. */
async function removeDrafts(postgresDir: string): Promise<void> {
  for (const name of await readdir(postgresDir)) {
    if (name.startsWith(draftPrefix)) await removeTree(join(postgresDir, name))
  }
}

async function clusterExists(clusterDir: string): Promise<boolean> {
  const names = await readdir(clusterDir).catch(() => null)
  if (names?.length === 0) await rmdir(clusterDir)
  return names !== null && names.length > 0
}

async function checkVersion(clusterDir: string, major: string): Promise<void> {
  const found = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => null)
  if (found === null) {
    throw new StartupFailure(
      `${clusterDir} contains no complete PostgreSQL database: restore it from a backup, or move it away to start with an empty one.`,
    )
  }
  if (found.trim() === major) return
  throw new StartupFailure(
    `The database in ${clusterDir} was created by PostgreSQL ${found.trim()}, but this Kinora includes PostgreSQL ${major}: start the earlier Kinora, dump the database with pg_dump, move the directory away, then restore the dump here.`,
  )
}

async function init(postgresDir: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const draft = await mkdtemp(join(postgresDir, draftPrefix))
  await changeOwner(runAs, draft)
  const words = [...runAs.prefix, binaries.initdb, '-D', draft, '-U', 'kinora', '--auth=trust', '-E', 'UTF8']
  const [command = binaries.initdb, ...args] = [...words, '--locale-provider=builtin', '--locale=C.UTF-8']
  try {
    await run(command, args, { cwd: postgresDir, env: postgresEnv, timeout: initTimeoutMs })
    await rename(draft, clusterDirOf(postgresDir))
    await syncDir(postgresDir)
  } catch (error) {
    await removeTree(draft)
    throw new StartupFailure(`PostgreSQL could not create its database in ${postgresDir}: ${lastLine(error)}`)
  }
}

async function removeTree(dir: string): Promise<void> {
  // A killed initdb may still write while its directory is being removed.
  await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync()
  await handle.close()
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = (stderr || String(error)).split('\n').filter((line) => /error|fatal|could not/i.test(line))
  return (lines.at(-1) ?? String(error)).trim()
}
