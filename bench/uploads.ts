import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from './tools/bench.ts'
import { alternately, secondsOf } from './tools/measure.ts'
import { residentBytes } from './tools/memory.ts'
import { megabytes, type Row, ratioRow, seconds } from './tools/table.ts'
import { put, sendParts } from './tools/upload.ts'

const MIB = 1024 ** 2
const SAMPLE_MS = 50
const MOST_GROWTH_BYTES = 64 * MIB

/** A large file in parts, each of them durable, compared with one PUT to nginx, which leaves flushing to the
 * kernel. */
export async function uploadRows(bench: Bench): Promise<Row[]> {
  const { nginx, plan, kinora, owner } = bench
  if (nginx === null) return []
  const path = join(bench.folder, 'large.mp4')
  await fill(path, plan.uploadBytes)
  let growth = 0
  const ours = async () => {
    const watch = await watchMemory(kinora.pid)
    const taken = await secondsOf(async () => {
      const { complete } = await sendParts(owner, path)
      const { id } = await complete()
      await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    })
    growth = Math.max(growth, watch.end())
    return taken
  }
  const against = async () => {
    const url = new URL('/large.mp4', nginx.url)
    const taken = await secondsOf(() => put(url, path, { start: 0, end: plan.uploadBytes - 1 }))
    await fetch(url, { method: 'DELETE' })
    return taken
  }
  const pair = await alternately(plan.rounds, ours, against)
  return [
    ratioRow(`upload of ${plan.uploadBytes / MIB} MiB, compared with a PUT to nginx`, pair, seconds, {
      most: 1.3,
    }),
    {
      what: 'additional memory of the server during the upload',
      ours: megabytes(growth),
      against: '',
      ratio: null,
      aim: `≤ ${megabytes(MOST_GROWTH_BYTES)}`,
      isMet: growth <= MOST_GROWTH_BYTES,
    },
  ]
}

/** Incompressible bytes. */
async function fill(path: string, bytes: number): Promise<void> {
  const block = randomBytes(8 * MIB)
  const handle = await open(path, 'w')
  try {
    for (let at = 0; at < bytes; at += block.length) {
      block.writeUInt32LE(at / block.length)
      await handle.write(block, 0, Math.min(block.length, bytes - at))
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Growth of a process until `end`. */
async function watchMemory(pid: number) {
  const before = await residentBytes(pid)
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await residentBytes(pid))
  }, SAMPLE_MS)
  return {
    end() {
      clearInterval(timer)
      return most - before
    },
  }
}
