import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { openUsage } from '../../../platform/usage/usage.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import type { DeliveredFile } from '../../delivery/index.ts'
import { openRequestCounts } from './request-counts.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-11-10T10:00:00Z')
})
afterAll(() => books.end())

function segment(environmentId: string, change: Partial<DeliveredFile> = {}): DeliveredFile {
  return {
    environmentId,
    subject: { kind: 'video', id: randomUUID(), customPlaybackId: null, partner: '', isTest: false },
    kind: 'segment',
    rendition: '720p',
    status: 200,
    bytes: 1000,
    tookMs: 1,
    isCached: true,
    isPreview: false,
    durationS: 4,
    headers: {},
    url: '/play/x/seg-0.m4s?CMCD=sid%3D%22view-1%22',
    address: '192.0.2.1',
    ...change,
  }
}

/** A database whose answers to some commits are lost, although they happened; others fail before. */
function unreliable(db: Database, faults: readonly ('answer lost' | 'not begun' | null)[]): Database {
  const waiting = [...faults]
  const transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const fault = waiting.shift() ?? null
    if (fault === 'not begun') throw new Error('The connection was refused')
    const result = await db.transaction(work)
    if (fault === 'answer lost') throw new Error('The connection was lost')
    return result
  }
  return Object.assign(Object.create(db), { transaction })
}

function openCounts(db: Database) {
  const location = { country: 'IN', region: '', city: '', isp: '' }
  const { clock, log } = books
  const usage = openUsage(true, log, clock.now)
  const published: string[] = []
  const bus = { publish: async (channel: string) => void published.push(channel) } as never
  const segments = { add: async () => undefined } as never
  const locations = { locationOf: () => location } as never
  const factsOf = async () => ({}) as never
  return {
    published,
    ...openRequestCounts({ db, bus, clock, log: createLog('fatal'), usage }, locations, {
      factsOf,
      segments,
    }),
  }
}

it('counts a flush once although its answer was lost, with the requests of views', async () => {
  const { organizationId, environmentId } = await books.organization()
  const counts = openCounts(unreliable(books.db, ['answer lost', 'not begun', null]))
  const file = segment(environmentId)
  counts.add(file)
  counts.add(file)
  books.clock.set('2026-11-10T10:01:00Z')
  const stop = counts.start()
  // Comes while the first flush waits for its answer.
  await eventually(async () => expect(await streamedMs(organizationId)).toBe(8000))
  counts.add(file)
  books.clock.set('2026-11-10T10:02:00Z')
  await eventually(async () => expect(await streamedMs(organizationId)).toBe(12_000))
  await stop()
  expect(await streamedMs(organizationId)).toBe(12_000)
  const batches = await books.sql(
    'SELECT target, count(*)::int AS batches FROM view_event_batch_rows GROUP BY target ORDER BY target',
  )
  expect(batches).toEqual([
    { target: 'deliveries', batches: 2 },
    { target: 'view_requests', batches: 2 },
  ])
})

it('records streamed time once a minute for each video, and the rest at the end', async () => {
  const { organizationId, environmentId } = await books.organization()
  books.clock.set('2026-11-10T11:00:00Z')
  const counts = openCounts(books.db)
  const [first, second] = [segment(environmentId), segment(environmentId)]
  const stop = counts.start()
  const batches = async () => {
    const [row] = await books.sql(
      `SELECT count(*)::int AS batches FROM view_event_batch_rows WHERE target = 'deliveries'`,
    )
    return row?.batches
  }
  const before = Number(await batches())
  for (let step = 1; step <= 2; step++) {
    counts.add(first)
    counts.add(second)
    await eventually(async () => expect(await batches()).toBe(before + step))
  }
  expect(await streamedMs(organizationId)).toBe(0)
  // Nothing else is to be stored by then.
  books.clock.set('2026-11-10T11:01:00Z')
  await eventually(async () => expect(await streamedMs(organizationId)).toBe(16_000))
  counts.add(first)
  await stop()
  const rows = await books.sql(
    `SELECT object_id, quantity::int AS ms FROM usage_records WHERE organization_id = $1 ORDER BY received_at, ms DESC`,
    [organizationId],
  )
  const ms = rows.map((row) => [row.object_id === first.subject.id, row.ms])
  expect(ms.toSorted()).toEqual([
    [false, 8000],
    [true, 4000],
    [true, 8000],
  ])
})

it('charges neither previews in the console nor test videos', async () => {
  const { organizationId, environmentId } = await books.organization()
  const counts = openCounts(books.db)
  const test = { kind: 'video', id: randomUUID(), customPlaybackId: null, partner: '', isTest: true } as const
  counts.add(segment(environmentId, { isPreview: true }))
  counts.add(segment(environmentId, { subject: test }))
  counts.add(segment(environmentId, { durationS: 3 }))
  await counts.start()()
  expect(await streamedMs(organizationId)).toBe(3000)
})

async function streamedMs(organizationId: string): Promise<unknown> {
  const [row] = await books.sql(
    `SELECT coalesce(sum(quantity), 0)::int AS ms FROM usage_records WHERE organization_id = $1 AND meter = 'streaming'`,
    [organizationId],
  )
  return row?.ms
}
