import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartupFailure } from '../startup-failure.ts'
import { hasWorkingDir } from './process-identity.ts'

const pollMs = 10

/** Fast shutdown ends sessions and writes a checkpoint; immediate shutdown leaves recovery to the next start. */
const ways = [
  { signal: 'SIGINT', limitMs: 30_000 },
  { signal: 'SIGQUIT', limitMs: 10_000 },
  { signal: 'SIGKILL', limitMs: 5_000 },
] as const

/** Ends a process with increasingly strong signals. Returns whether it ended. */
export async function endPostmaster(pid: number, isGone: () => Promise<boolean>): Promise<boolean> {
  for (const { signal, limitMs } of ways) {
    signalTo(pid, signal)
    if (await within(limitMs, isGone)) return true
  }
  return false
}

/** Prepares a start. A PostgreSQL that outlived its Kinora is shut down rather than adopted, because it is not our
 * child (neither notices when the other ends) and may run with settings of an older release. A stale pid file is
 * removed: PostgreSQL would refuse to start if another program now has the pid. */
export async function clearPostmaster(clusterDir: string): Promise<'none' | 'stale' | 'orphan'> {
  const file = join(clusterDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return 'none'
  const pid = Number.parseInt(text, 10)
  const isGone = async () => !(pid > 0 && (await hasWorkingDir(pid, clusterDir)))
  const orphan = !(await isGone())
  if (orphan && !(await endPostmaster(pid, isGone))) {
    throw new StartupFailure(
      `An old PostgreSQL (process ${pid}) of ${clusterDir} does not end: end it, then start again.`,
    )
  }
  await rm(file, { force: true })
  return orphan ? 'orphan' : 'stale'
}

/** Whether the postmaster accepts connections, according to its pid file (line 8, PostgreSQL 10 and later). */
export async function isReady(clusterDir: string): Promise<boolean> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')[7]?.trim() === 'ready'
}

/** Polls until the answer is yes. Returns false after the limit. */
export async function within(limitMs: number, ask: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!(await ask())) {
    if (performance.now() > deadline) return false
    await wait(pollMs)
  }
  return true
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
