import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { publicId } from '../database/ids.ts'
import type { Logger } from '../log.ts'
import { missingAsNull } from '../storage/durable-files.ts'

const MODE = 0o711
const TOUCH_MS = 3600 * 1000
const ABANDONED_MS = 2 * 24 * 3600 * 1000

export interface WorkFolder {
  readonly path: string
  close(): void
}

/** A folder of this process under `root`, touched while it is open. Removes abandoned folders: of ended processes
 * of this machine at once, and of other machines, such as removed containers, after two days without a touch. */
export async function openWorkFolder(
  root: string,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
  touchEveryMs = TOUCH_MS,
): Promise<WorkFolder> {
  await mkdir(root, { recursive: true, mode: MODE })
  const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '')
  for (const name of await readdir(root)) {
    if (await isAbandoned(root, name, host, clock.now()))
      await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const path = join(root, `${host}-${process.pid}-${publicId()}`)
  await mkdir(path, { mode: MODE })
  const touch = async () => {
    const now = clock.now()
    await utimes(path, now, now)
  }
  const timer = setInterval(() => {
    touch().catch((err: unknown) => log.warn({ err }, 'the work folder could not be touched'))
  }, touchEveryMs)
  timer.unref()
  return { path, close: () => clearInterval(timer) }
}

async function isAbandoned(root: string, name: string, host: string, now: Date): Promise<boolean> {
  const [owner, pid] = name.split('-')
  if (owner === host) return !isAlive(Number(pid))
  const found = await missingAsNull(stat(join(root, name)))
  return found !== null && now.getTime() - found.mtimeMs > ABANDONED_MS
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
