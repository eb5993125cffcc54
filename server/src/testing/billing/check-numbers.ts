import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { seededRandom } from '../attacks/seeded-random.ts'
import type { Books } from './books.ts'
import { setSeller } from './seller.ts'

const program = join(import.meta.dirname, '../../areas/billing/fixtures/finalizer.ts')
const PROCESSES = 3

interface Issued {
  readonly id: string
  readonly name: string
}

interface Numbered {
  readonly documents: number
  readonly kills: number
}

/** Lets processes issue documents until they have reported so many. Meanwhile they are killed and connections are cut. Expects that no
 * number is skipped or used twice, and that no reported document is lost. */
export async function checkNumbers(
  books: Books,
  { documents, everyDocuments }: { readonly documents: number; readonly everyDocuments: number },
): Promise<Numbered> {
  const { organizationId } = await books.organization()
  await setSeller(books)
  const { known, kills } = await issueWithKills(books, organizationId, documents, everyDocuments)
  const rows = await books.sql('SELECT id, year, kind, number::int, name FROM billing_documents')
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  for (const { id, name } of known) expect(names.get(id)).toBe(name)
  expect(new Set(names.values()).size).toBe(rows.length)
  for (const [series, those] of Map.groupBy(rows, ({ year, kind }) => `${year} ${kind}`)) {
    const numbers = those.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
    expect(numbers, series).toEqual(Array.from({ length: those.length }, (_, n) => n + 1))
  }
  return { documents: rows.length, kills }
}

async function issueWithKills(
  books: Pick<Books, 'sql' | 'url'>,
  organizationId: string,
  documents: number,
  everyDocuments: number,
): Promise<{ readonly known: readonly Issued[]; readonly kills: number }> {
  const random = seededRandom(11)
  const known: Issued[] = []
  const children = new Map<number, ChildProcess>()
  let started = 0
  let isOver = false

  function start(slot: number): void {
    started += 1
    const args = [program, books.url, String(started), organizationId]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.set(slot, child)
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The last line of a killed process may be cut.
      if (line.endsWith('}')) known.push(JSON.parse(line))
    })
    child.on('exit', () => {
      if (!isOver) start(slot)
    })
  }

  for (let slot = 0; slot < PROCESSES; slot++) start(slot)
  let kills = 0
  while (known.length < documents) {
    await pause(20)
    if (known.length < (kills + 1) * everyDocuments) continue
    kills += 1
    if (random(3) === 0)
      await books.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    else children.get(random(PROCESSES))?.kill('SIGKILL')
  }
  isOver = true
  const ends = [...children.values()].map(
    (child) =>
      new Promise((resolve) => (child.exitCode === null ? child.once('close', resolve) : resolve(null))),
  )
  for (const child of children.values()) child.kill('SIGKILL')
  await Promise.all(ends)
  return { known, kills }
}
