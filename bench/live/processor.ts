import { readdir, readFile } from 'node:fs/promises'

/** Clock ticks of /proc in a second, on all Linux systems that Node supports. */
const TICKS = 100

export interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
  /** User and system time so far, in seconds. */
  readonly cpuS: number
}

/** A process and all below it; none without /proc. */
export async function familyOf(pid: number): Promise<Process[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const all = (await Promise.all(pids.map(processOf))).filter((each) => each !== null)
  const below = (parent: number): Process[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  return [...all.filter((each) => each.pid === pid), ...below(pid)]
}

async function processOf(pid: string): Promise<Process | null> {
  const [stat, command] = await Promise.all(
    ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  )
  if (stat === undefined || command === undefined) return null
  // The name is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 14) return null
  const cpuS = (Number(fields[11]) + Number(fields[12])) / TICKS
  return { pid: Number(pid), parent: Number(fields[1]), command: command.replaceAll('\0', ' '), cpuS }
}
