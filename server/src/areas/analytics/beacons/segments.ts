import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import { problem } from '../../../platform/problem.ts'
import type { Analytics } from '../analytics.ts'
import type { ReceivedEvent } from '../deltas/deltas.ts'
import { viewEventSegments } from '../deltas/tables.ts'

/** Nothing: there are new events of views. */
export const viewEventChannel: Channel = 'kinora_view_events'

/** Stores events until they are in the warehouse. */
export interface SegmentWriter {
  /** Resolves when the events are in the database. @throws problem beacons-full */
  add(events: readonly ReceivedEvent[]): Promise<void>
  close(): Promise<void>
}

/** Events that arrive within this time share a row, which saves a disk flush for each. */
const TOGETHER_MS = 150
/** Size of the events that wait in the database while the warehouse is unavailable: about an hour at 2,000 events per
 * second. */
const MAX_STORED_BYTES = 2 * 1024 ** 3
const SIZE_CHECK_MS = 10_000
/** Events per row. */
const MAX_TOGETHER = 5000
/** Events in memory that are not stored yet. */
const MAX_OPEN = 50_000

const compress = promisify(gzip)
const expand = promisify(gunzip)

export function openSegments(
  {
    db,
    bus,
    clock,
    log,
  }: Pick<Analytics, 'db' | 'clock' | 'log'> & { readonly bus: Pick<Analytics['bus'], 'publish'> },
  maxStoredBytes = MAX_STORED_BYTES,
): SegmentWriter {
  let open: ReceivedEvent[] = []
  let inFlight = 0
  let writing: Promise<void> | null = null
  let isFull = false
  let checkedMs = Number.NEGATIVE_INFINITY

  /** Checks every 10 seconds whether too many events wait. */
  function checkSize(): void {
    if (performance.now() - checkedMs < SIZE_CHECK_MS) return
    checkedMs = performance.now()
    const bytes = sql<number>`coalesce(sum(octet_length(${viewEventSegments.data})), 0)::float8`
    db.select({ bytes })
      .from(viewEventSegments)
      .then(
        ([row]) => {
          isFull = (row?.bytes ?? 0) > maxStoredBytes
          if (isFull) log.error('views are dropped: too many are waiting for the warehouse')
        },
        (err: unknown) => log.warn({ err }, 'the size of waiting views is not known'),
      )
  }

  async function write(): Promise<void> {
    await pause(TOGETHER_MS)
    const events = open
    open = []
    writing = null
    inFlight += events.length
    try {
      for (let at = 0; at < events.length; at += MAX_TOGETHER) {
        const own = events.slice(at, at + MAX_TOGETHER)
        const createdAt = clock.now()
        const row = { id: uuidv7(createdAt.getTime()), events: own.length, createdAt }
        await db.insert(viewEventSegments).values({ ...row, data: await packed(own) })
      }
    } finally {
      inFlight -= events.length
    }
    await bus.publish(viewEventChannel, '')
  }

  return {
    add(events) {
      checkSize()
      if (isFull || open.length + inFlight + events.length > MAX_OPEN)
        return Promise.reject(problem('beacons-full'))
      open.push(...events)
      writing ??= write()
      return writing
    },
    async close() {
      await writing?.catch(() => undefined)
    },
  }
}

/** Returns the rows as gzipped JSON lines. */
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
