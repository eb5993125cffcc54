import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import os from 'node:os'
import { promisify } from 'node:util'
import { bootId } from '../boot-id.ts'
import { childEnv } from '../forked.ts'

const run = promisify(execFile)

/** Start time of a process in the format of the system, or null if it does not exist. With the pid it identifies a
 * process permanently, because pids are reused. */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return psField(pid, 'lstart')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // proc(5): the command name may contain spaces and brackets; the start time is field 22, the state is field 3.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? null : (fields[18] ?? null)
}

/** Whether the working directory of the process is `dir`, like a postmaster in its data directory. */
export async function hasWorkingDir(pid: number, dir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    return cwd === dir && (await processStart(pid)) !== null
  }
  const command = await psField(pid, 'command')
  return command?.includes('postgres') === true && command.includes(dir)
}

/** Identifies the pid namespace: this boot of this machine, and this container on it. */
export async function pidSpace(): Promise<string> {
  if (process.platform !== 'linux') return os.hostname()
  const boot = await bootId()
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return [os.hostname(), boot ?? '', namespace].join(' ')
}

async function psField(pid: number, field: string): Promise<string | null> {
  const answer = await run('ps', ['-o', `${field}=`, '-p', String(pid)], { env: childEnv() }).catch(
    () => null,
  )
  return answer?.stdout.trim() || null
}
