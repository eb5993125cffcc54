import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { firstLoad, overBudget } from '../scripts/checks/console-budget.mjs'
import type { Bench } from './tools/bench.ts'
import { familyBytes, residentBytes } from './tools/memory.ts'
import { megabytes, type Row } from './tools/table.ts'

const REST_MS = 5000
const MOST_RESIDENT_BYTES = 250e6

const dist = join(import.meta.dirname, '../console/dist')

/** Memory of the idle server. */
export async function memoryRow({ kinora }: Bench, when: string): Promise<Row> {
  await pause(REST_MS)
  const ours = await residentBytes(kinora.pid)
  return {
    what: `memory of the idle server, ${when}`,
    ours: megabytes(ours),
    against: `PostgreSQL: ${megabytes(await familyBytes(kinora.postgresPid))}`,
    ratio: null,
    aim: `≤ ${megabytes(MOST_RESIDENT_BYTES)}`,
    isMet: ours <= MOST_RESIDENT_BYTES,
  }
}

/** Bytes that the browser loads before the first screen of the console. The limit is in `console-budget`. */
export function firstLoadRow(): Row {
  const read = (file: string) => readFileSync(join(dist, file))
  const files: string[] = firstLoad((file: string) => read(file).toString())
  const weights = files.map((file) => ({ file, bytes: gzipSync(read(file)).length }))
  const bytes = weights.reduce((sum, weight) => sum + weight.bytes, 0)
  return {
    what: `first load of the console, gzipped, ${files.length} files`,
    ours: `${(bytes / 1000).toFixed(1)} kB`,
    against: '',
    ratio: null,
    aim: '≤ 250 kB',
    isMet: overBudget(weights) === null,
  }
}
