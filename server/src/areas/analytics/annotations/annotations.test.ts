import { annotationLimits, type EventType } from '@kinora/contract'
import { asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outbox } from '../../../platform/database/tables.ts'
import { type Client, contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { reportStream } from '../../../testing/live/stream-states.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { annotationsOfEvents } from './record-annotations.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const start = Date.now()
let aheadMs = 0
let world: World
beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(Date.now() + aheadMs) } })
})
afterAll(() => world.end())

const at = (ms: number) => new Date(start + ms).toISOString()
const list = (who: Client, query: { contentId?: string[]; category?: string[] } = {}, days = 1) =>
  who.call('listAnnotations', { query: { from: at(-days * DAY_MS), to: at(HOUR_MS), ...query } })
const marksOf = async (id: string, who = world.owner) =>
  (await list(who, { contentId: [id] })).items.map(({ reason, at }) => [reason, Date.parse(at) - start])
const report = (
  ref: Parameters<typeof reportStream>[1],
  ms: number,
  ...what: Parameters<typeof reportStream>[3]
) => reportStream(world.kinora, ref, new Date(start + ms), what)
const insert = (objectId: string, reason: string, ms: number, environmentId = world.owner.environmentId) =>
  world.sql('INSERT INTO chart_annotations VALUES ($1, $2, $3, $4, $5)', [
    environmentId,
    objectId,
    'video',
    reason,
    at(ms),
  ])

/** Handles the events of an object a second time. */
async function handleAgain(objectId: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: world.kinora.databaseUrl, max: 1 })
  const db = drizzle(pool)
  const events = await db.select().from(outbox).where(eq(outbox.objectId, objectId)).orderBy(asc(outbox.id))
  for (const row of events) {
    const object = { type: 'live_stream' as const, id: objectId }
    const { id, environmentId, data } = row
    const event = { id, type: row.type as EventType, createdAt: row.createdAt.toISOString(), object, data }
    await db.transaction((tx) => annotationsOfEvents.handle(tx, { cursor: '', environmentId, event }))
  }
  await pool.end()
}

describe('annotations', () => {
  it('mark a ready and a failed video until it is deleted', async () => {
    const { id, title } = world.content
    const published = {
      kind: 'published',
      reason: 'published',
      category: 'video',
      contentId: id,
      name: title,
    }
    await expect
      .poll(async () => (await list(world.owner, { contentId: [id] })).items)
      .toEqual([{ ...published, at: expect.any(String), until: null }])
    const broken = await uploadFile(world.owner, new URL(import.meta.url).pathname, 'broken.mp4')
    await contentWhen(world.owner, broken.id, isSettled)
    const params = { id: broken.id }
    const found = () => list(world.owner, { contentId: [broken.id] })
    await expect
      .poll(async () => (await found()).items)
      .toMatchObject([{ kind: 'incident', reason: 'video-failed', name: 'broken' }])
    await world.owner.call('deleteContent', { params, query: { permanently: true } })
    await expect.poll(async () => (await found()).items).toEqual([])
  })

  it('mark a live stream going on and off air and losing its signal, at most once a minute', async () => {
    const stream = await newStream(world.owner)
    await report(stream, 0, 'connect', 'activate', 'reconnect', 'connect', 'activate', 'reconnect')
    await report(stream, 10_000, 'connect', 'reconnect', 'connect', 'activate')
    await report(stream, 2 * MINUTE_MS, 'reconnect', 'end')
    await report(stream, 4 * MINUTE_MS, 'connect', 'activate', 'end')
    // A publisher that disconnects before its first frame was not on air.
    await report(stream, 6 * MINUTE_MS, 'connect', 'end')
    await report(stream, 8 * MINUTE_MS, 'connect', 'activate')
    await expect
      .poll(() => marksOf(stream.id))
      .toEqual([
        ['went-live', 8 * MINUTE_MS + 1000],
        ['went-off-air', 4 * MINUTE_MS + 2000],
        ['went-live', 4 * MINUTE_MS + 1000],
        ['went-off-air', 2 * MINUTE_MS],
        ['signal-lost', 2000],
        ['went-live', 1000],
      ])
    const { items } = await list(world.owner, { category: ['live'] })
    expect(items.map(({ kind, contentId, name }) => [kind, contentId, name])).toEqual(
      ['live', 'live', 'live', 'live', 'incident', 'live'].map((kind) => [kind, stream.id, stream.name]),
    )
    expect(items.map(({ until }) => until)).toEqual([null, null, null, null, at(13_000), null])
    const marks = await marksOf(stream.id)
    await handleAgain(stream.id)
    expect(await marksOf(stream.id)).toEqual(marks)
    await report(stream, 9 * MINUTE_MS, 'end')
    await world.owner.call('deleteLivestream', { params: { id: stream.id } })
    await expect.poll(() => marksOf(stream.id)).toEqual([])
  })

  it('match the environment and the filters', async () => {
    const { id } = world.content
    expect(await marksOf(id, world.stranger)).toEqual([])
    expect((await list(world.stranger)).items).toEqual([])
    expect(await marksOf('no-id')).toEqual([])
    expect((await list(world.owner, { contentId: [id, 'x'], category: ['video'] })).items).toHaveLength(1)
    expect((await list(world.owner, { contentId: [id], category: ['live'] })).items).toEqual([])
  })

  it('are limited to videos that the role shows', async () => {
    const permissions = { Analytics: { Views: { read: true } }, filter: { tags: ['cricket'] } }
    const limited = await world.member(JSON.stringify(permissions))
    expect(await marksOf(world.content.id, limited)).toEqual([])
    const stream = await newStream(world.owner)
    await report(stream, 0, 'connect', 'activate')
    await expect.poll(() => marksOf(stream.id, limited)).toEqual([['went-live', 1000]])
    await world.sql(`UPDATE contents SET tags = '{cricket}' WHERE id = $1`, [world.content.id])
    expect(await marksOf(world.content.id, limited)).toHaveLength(1)
  })

  it('are limited to the newest 200 of a range', async () => {
    const { id } = world.content
    const hour = (n: number) => -40 * DAY_MS - n * HOUR_MS
    for (let n = 0; n < annotationLimits.listed; n += 1) await insert(id, 'rendition-failed', hour(n))
    const query = { from: at(-100 * DAY_MS), to: at(-30 * DAY_MS) }
    const all = await world.owner.call('listAnnotations', { query })
    expect(all.items).toHaveLength(annotationLimits.listed)
    expect(all.more).toBe(false)
    await insert(id, 'rendition-failed', hour(-1))
    const newest = await world.owner.call('listAnnotations', { query })
    expect(newest.more).toBe(true)
    expect(newest.items.slice(0, 2).map((item) => item.at)).toEqual([at(hour(-1)), at(hour(0))])
    expect(newest.items).toHaveLength(annotationLimits.listed)
  })

  it.each([
    [at(0), at(0)],
    [at(0), at(-1)],
    ['2000-01-01T00:00:00Z', at(0)],
  ])('are not listed from %s to %s', async (from, to) => {
    const answer = await world.owner.try('listAnnotations', { query: { from, to } })
    expect(answer).toMatchObject({ status: 400, body: { type: '/problems/range-too-long' } })
  })

  it('are deleted when they are older than any range', async () => {
    await insert(world.content.id, 'published', -800 * DAY_MS)
    await insert(world.content.id, 'published', -700 * DAY_MS)
    // The sweep runs at most once an hour.
    aheadMs = 2 * HOUR_MS
    await world.kinora.sweep()
    const old = `SELECT at FROM chart_annotations WHERE at < now() - interval '600 days'`
    expect(await world.sql(old)).toEqual([{ at: new Date(start - 700 * DAY_MS) }])
  })
})
