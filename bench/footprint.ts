import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './tools/bench.ts'
import { familyBytes, residentBytes } from './tools/memory.ts'
import { megabytes, type Row } from './tools/table.ts'

const REST_MS = 5000
const MOST_RESIDENT_BYTES = 250e6

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
