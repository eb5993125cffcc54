import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { pidSpace, processStart } from './postgres/process-identity.ts'
import { DiskFull, StartupFailure } from './startup-failure.ts'

const minimumFreeBytes = 200 * 1024 * 1024
const defaultPace = { renewEveryMs: 2_000, silentForMs: 7_000 }

const Holder = z.object({ pid: z.int(), startedAt: z.string(), pidSpace: z.string(), host: z.string() })
type Holder = z.infer<typeof Holder>

export interface DataDirLock {
  release(): Promise<void>
}

/** Locks `dir` for this process until `release`, and checks that it is usable. The pid of a holder in another
 * container cannot be checked, so its lock expires when it is not renewed for `silentForMs`. Throws
 * StartupFailure. */
export async function lockDataDir(dir: string, pace = defaultPace): Promise<DataDirLock> {
  await checkUsable(dir)
  const file = join(dir, 'instance.lock')
  const own = JSON.stringify({
    pid: process.pid,
    startedAt: (await processStart(process.pid)) ?? '',
    pidSpace: await pidSpace(),
    host: os.hostname(),
  } satisfies Holder)

  while (!(await createAtomically(file, own))) {
    const other = await readFile(file, 'utf8').catch(() => null)
    if (other === null) continue
    const holder = parseHolder(other)
    if (holder !== null && (await isAlive(holder, file, pace.silentForMs))) throw dirInUse(dir, holder)
    await removeStale(file, other)
  }
  return startRenewing(file, own, pace.renewEveryMs)
}

async function checkUsable(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true })
    if (!(await stat(dir)).isDirectory()) throw new StartupFailure(`${dir} is not a directory.`)
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw startupFailureFor(dir, error)
  }
  const { bavail, bsize } = await statfs(dir)
  const freeBytes = bavail * bsize
  if (freeBytes >= minimumFreeBytes) return
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)
  throw new DiskFull(
    `The disk of ${dir} is full: ${megabytes(freeBytes)} MB free, ${megabytes(minimumFreeBytes)} MB needed to start.`,
  )
}

function startupFailureFor(dir: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'EEXIST' || code === 'ENOTDIR') return new StartupFailure(`${dir} is not a directory.`)
  if (code === 'ENOSPC') return new DiskFull(`The disk of ${dir} is full.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartupFailure(
      `The data directory ${dir} is not writable for user ${process.getuid?.()}: give it to that user, or set DATA_DIR to another place.`,
    )
  }
  return error
}

/** Creates `file` with its complete content atomically. Returns false if it already exists. */
async function createAtomically(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600 })
    await link(draft, file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw startupFailureFor(file, error)
  } finally {
    await rm(draft, { force: true })
  }
}

function parseHolder(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function isAlive(holder: Holder, file: string, silentForMs: number): Promise<boolean> {
  if (holder.pidSpace === (await pidSpace())) return (await processStart(holder.pid)) === holder.startedAt
  // On another container, machine or boot the pid means nothing; only the renewal of the file shows that it is alive.
  const before = await modifiedAt(file)
  await wait(silentForMs)
  return (await modifiedAt(file)) !== before
}

function dirInUse(dir: string, { pid, host }: Holder): StartupFailure {
  const where = host === os.hostname() ? '' : ` on ${host}`
  return new StartupFailure(
    `Another Kinora (process ${pid}${where}) is using ${dir}: stop it first, or set DATA_DIR to another place.`,
  )
}

/** Removes the lock that was found stale, and no newer one: two processes can find it stale at the same time. */
async function removeStale(file: string, expectedContent: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
    if ((await readFile(aside, 'utf8')) !== expectedContent) await link(aside, file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

function startRenewing(file: string, own: string, renewEveryMs: number): DataDirLock {
  const renewing = setInterval(() => {
    const now = new Date()
    // The next renewal makes up for a failed one, and a deleted directory needs no lock.
    utimes(file, now, now).catch(() => {})
  }, renewEveryMs)
  renewing.unref()
  return {
    async release() {
      clearInterval(renewing)
      const current = await readFile(file, 'utf8').catch(() => null)
      if (current === own) await rm(file, { force: true })
    },
  }
}

async function modifiedAt(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null)
  return found?.mtimeMs ?? null
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
