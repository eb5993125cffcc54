import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import type { Analytics } from '../analytics.ts'
import type { ReceivedEvent } from '../views/deltas.ts'
import { viewEventSegments } from './tables.ts'

/** Keeps events until they are in the warehouse. */
export interface SegmentWriter {
  /** Resolves when the events are in the database. @throws problem beacons-full */
  add(events: readonly ReceivedEvent[]): Promise<void>
  close(): Promise<void>
}

/** Events that come within this time share a row, so that the database need not write each of them to disk alone. */
const TOGETHER_MS = 150
/** Events in memory. */
const MAX_OPEN = 50_000

const compress = promisify(gzip)
const expand = promisify(gunzip)

export function openSegments({ db, bus, clock }: Pick<Analytics, 'db' | 'bus' | 'clock'>): SegmentWriter {
  let open: ReceivedEvent[] = []
  let inFlight = 0
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    await pause(TOGETHER_MS)
    const events = open
    open = []
    writing = null
    inFlight += events.length
    try {
      const id = uuidv7(clock.now().getTime())
      const data = await packed(events)
      await db.insert(viewEventSegments).values({ id, events: events.length, data, createdAt: clock.now() })
    } finally {
      inFlight -= events.length
    }
    await bus.publish('viewEvents', '')
  }

  return {
    add(events) {
      if (open.length + inFlight + events.length > MAX_OPEN) return Promise.reject(problem('beacons-full'))
      open.push(...events)
      writing ??= write()
      return writing
    },
    async close() {
      await writing?.catch(() => undefined)
    },
  }
}

/** Lines of JSON, gzipped. */
export async function packed(rows: readonly unknown[]): Promise<Buffer> {
  return compress(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { level: 1 })
}

export async function unpackedText(data: Buffer): Promise<string> {
  return (await expand(data)).toString()
}

export async function unpacked<Row>(data: Buffer): Promise<Row[]> {
  const text = await unpackedText(data)
  return text === '' ? [] : (JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Row[])
}
