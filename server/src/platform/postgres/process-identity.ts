import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import os from 'node:os'
import { promisify } from 'node:util'
import { bootId } from '../boot-id.ts'

const run = promisify(execFile)

/** When a process started, in the words of its system; null when there is no such process. With the pid it
 * names one process for good, because pids are used again. */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return psField(pid, 'lstart')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // proc(5): the command name may hold spaces and brackets; the start time is field 22, state is field 3.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? null : (fields[18] ?? null)
}

/** Whether the process with this pid works in `dir`, as a postmaster does in its data directory. */
export async function worksIn(pid: number, dir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    return cwd === dir && (await processStart(pid)) !== null
  }
  const command = await psField(pid, 'command')
  return command?.includes('postgres') === true && command.includes(dir)
}

/** Names the space in which a pid has a meaning: this boot of this machine, and this container on it. */
export async function pidSpace(): Promise<string> {
  if (process.platform !== 'linux') return os.hostname()
  const boot = await bootId()
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return [os.hostname(), boot ?? '', namespace].join(' ')
}

async function psField(pid: number, field: string): Promise<string | null> {
  const answer = await run('ps', ['-o', `${field}=`, '-p', String(pid)]).catch(() => null)
  return answer?.stdout.trim() || null
}
