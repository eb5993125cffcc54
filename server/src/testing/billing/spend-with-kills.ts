import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../attacks/seeded-random.ts'
import type { Books } from './books.ts'

const program = join(import.meta.dirname, '../../areas/billing/fixtures/spender.ts')
const PROCESSES = 3

/** An operation that a process reported. */
interface Done {
  readonly operation: 'record' | 'credit' | 'hold' | 'charge' | 'repeat'
  readonly key: string
  readonly amount: number
}

export interface Spent {
  readonly operations: number
  readonly kills: number
  /** Reported records, credits and holds by key, with their amounts. */
  readonly known: ReadonlyMap<string, Done>
}

/** Lets processes spend the money of organizations at random until they have reported so many operations. Meanwhile, processes are
 * killed and connections of the database are cut.
 * @param everyOperations operations between two kills */
export async function spendWithKills(
  books: Pick<Books, 'sql' | 'url'>,
  tenants: readonly (readonly [organizationId: string, environmentId: string])[],
  { operations, everyOperations }: { readonly operations: number; readonly everyOperations: number },
): Promise<Spent> {
  const random = seededRandom(7)
  const known = new Map<string, Done>()
  const children = new Map<number, ChildProcess>()
  let count = 0
  let started = 0
  let isOver = false

  function start(slot: number): void {
    started += 1
    const args = [program, books.url, `process-${started}`, String(started), JSON.stringify(tenants)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.set(slot, child)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const done = parsed(line)
      if (done === null) return
      count += 1
      if (done.operation !== 'charge' && done.operation !== 'repeat') known.set(done.key, done)
    })
    child.on('exit', () => {
      if (!isOver) start(slot)
    })
  }

  for (let slot = 0; slot < PROCESSES; slot++) start(slot)
  let kills = 0
  while (count < operations) {
    await pause(20)
    if (count < (kills + 1) * everyOperations) continue
    kills += 1
    if (random(3) === 0) await cutConnections(books)
    else children.get(random(PROCESSES))?.kill('SIGKILL')
  }
  isOver = true
  const ends = [...children.values()].map(
    (child) =>
      new Promise((resolve) => (child.exitCode === null ? child.once('close', resolve) : resolve(null))),
  )
  for (const child of children.values()) child.kill('SIGKILL')
  await Promise.all(ends)
  return { operations: count, kills, known }
}

/** The last line of a killed process may be cut. */
function parsed(line: string): Done | null {
  try {
    return JSON.parse(line) as Done
  } catch {
    return null
  }
}

async function cutConnections({ sql }: Pick<Books, 'sql'>): Promise<void> {
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`)
}
