import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const root = new URL('../../../../', import.meta.url).pathname
/** Linux counts CPU time in hundredths of a second (USER_HZ). */
const TICKS_PER_S = 100

/** CPU seconds of this process and of all processes that it started, without those that left the tree. Elsewhere than on
 * Linux only of this process. */
export function cpuSeconds(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const fields = statOf(pid)
    if (fields === null) continue
    const [parent, ...used] = fields
    children.set(parent, [...(children.get(parent) ?? []), pid])
    ticks.set(
      pid,
      used.reduce((sum, each) => sum + each, 0),
    )
  }
  const sumOf = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + sumOf(child), ticks.get(pid) ?? 0)
  return sumOf(process.pid) / TICKS_PER_S
}

/** Records the CPU seconds of a test file for the budgets of `npm test`, which names the folder. */
export function recordCpu(suite: 'vitest' | 'journeys', file: string, seconds: number): void {
  const folder = process.env.KINORA_TEST_CPU
  if (folder === undefined) return
  const line = JSON.stringify({ suite, file: relative(root, file), seconds })
  appendFileSync(`${folder}/${suite}-${process.pid}.jsonl`, `${line}\n`)
}

/** Parent, then own time in user and kernel mode, then that of ended children (proc(5), fields 4 and 14 to 17). */
function statOf(pid: number): [number, number, number, number, number] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index] ?? 0,
    )
    return [parent, user, system, childUser, childSystem]
  } catch {
    // The process has ended.
    return null
  }
}
