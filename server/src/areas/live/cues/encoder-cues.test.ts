import type { Livestream } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { openBus } from '../../../platform/events/bus.ts'
import { createLog } from '../../../platform/log.ts'
import { movableClock } from '../../../testing/clock.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { createSessionMarks } from '../node/session/session-marks.ts'
import { lockStream } from '../streams/states.ts'
import { type EncoderCue, recordCue } from './encoder-cues.ts'

const clock = movableClock()
let world: World
let database: ReturnType<typeof openDatabase>
let stream: Livestream
let startMs: number

beforeAll(async () => {
  world = await openWorld({ clock })
  database = openDatabase(world.kinora.databaseUrl, 2, createLog('fatal'))
  clock.freeze()
})
beforeEach(async () => {
  stream = await newStream(world.owner)
  startMs = clock.now().getTime()
})
afterAll(async () => {
  await database?.close()
  await world?.end()
})

type Given = Partial<Omit<EncoderCue, 'atMs'>>

/** Records a cue of the encoder, at a time in seconds after the start of the test. */
function record(kind: EncoderCue['kind'], atS: number, given: Given = {}): Promise<void> {
  return recordCue({ db: database.db, clock }, stream, {
    kind,
    atMs: startMs + atS * 1000,
    durationS: null,
    eventId: null,
    scope: null,
    origin: 'scte35',
    message: null,
    ...given,
  })
}

/** Lists the breaks, oldest first: event ID, start, duration and end, in seconds after the start of the test. */
async function listed() {
  const { items } = await world.owner.call('listLiveCues', { params: { id: stream.id }, query: {} })
  const secondOf = (at: string | null) => at && (Date.parse(at) - startMs) / 1000
  return items
    .map(({ eventId, at, durationS, endedAt }) => [eventId, secondOf(at), durationS, secondOf(endedAt)])
    .reverse()
}

describe('a break of an encoder', () => {
  it('is recorded once when the encoder repeats it, and ends with the cue of the encoder', async () => {
    const seven = { eventId: '7', durationS: 30 }
    await record('out', 4, seven)
    await record('out', 4.2, seven)
    await record('out', 4, { ...seven, durationS: 60 })
    await record('out', 4, { durationS: 60 })
    expect(await listed()).toEqual([['7', 4, 60, null]])
    await record('in', 20)
    await record('in', 25)
    await record('out', 30, { eventId: '8' })
    await record('out', 40, { eventId: '9', durationS: 30 })
    expect(await listed()).toEqual([
      ['7', 4, 60, 20],
      ['8', 30, null, 40],
      ['9', 40, 30, null],
    ])
  })

  it('is deleted if it is canceled before it begins, and can be announced again', async () => {
    await record('out', 10, { eventId: '7', durationS: 30 })
    await record('out', 60, { eventId: '8', durationS: 30 })
    await record('cancel', 0, { eventId: '9' })
    await record('cancel', 0, { eventId: '7' })
    expect(await listed()).toEqual([['8', 60, 30, null]])
    await record('out', 12, { eventId: '7', durationS: 20 })
    expect(await listed()).toEqual([
      ['7', 12, 20, null],
      ['8', 60, 30, null],
    ])
  })

  it('ends at once if it is canceled while it runs, and is not changed after its end', async () => {
    await record('out', 1, { eventId: '7', durationS: 30 })
    clock.advance(10)
    await record('cancel', 10, { eventId: '7' })
    clock.advance(5)
    await record('cancel', 15, { eventId: '7' })
    expect(await listed()).toEqual([['7', 1, 30, 10]])
  })

  it('is not canceled by messages without its ID', async () => {
    await world.owner.call('startLiveCue', {
      params: { id: stream.id },
      body: { at: new Date(startMs + 60_000).toISOString(), durationS: 10 },
    })
    await record('out', 10, { durationS: 30 })
    await record('cancel', 0)
    expect(await listed()).toHaveLength(2)
  })
})

describe('a smaller scope in a break', () => {
  const opportunity = { eventId: '21', scope: 'opportunity' } as const
  const ad = (id: number) => ({ eventId: String(id), scope: 'ad', durationS: 15 }) as const

  it('does not end it: ads of the provider and the distributor', async () => {
    await record('out', 10, { eventId: '1', scope: 'break', durationS: 60 })
    await record('out', 10, ad(31))
    await record('in', 25, { ...ad(31), durationS: null })
    await record('out', 25, ad(32))
    await record('in', 40, { ...ad(32), durationS: null })
    expect(await listed()).toEqual([['1', 10, 60, null]])
    await record('in', 55, { eventId: '1', scope: 'break' })
    expect(await listed()).toEqual([['1', 10, 60, 55]])
  })

  it('does not end it: an opportunity that begins with it or later, also with its ID', async () => {
    await record('out', 10, { eventId: '1', scope: 'break', durationS: 90 })
    await record('out', 10, { ...opportunity, durationS: 60 })
    await record('out', 40, { eventId: '1', scope: 'opportunity', durationS: 30 })
    await record('in', 70, { eventId: '1', scope: 'opportunity' })
    await record('in', 70, opportunity)
    expect(await listed()).toEqual([['1', 10, 90, null]])
  })

  it('does not come before it: the break holds, whichever is announced first', async () => {
    await record('out', 10, { ...opportunity, durationS: 30 })
    await record('out', 10, { eventId: '1', scope: 'break', durationS: 90 })
    await record('in', 40, opportunity)
    expect(await listed()).toEqual([['1', 10, 90, null]])
  })

  it('ends with the break that contains it, and with a return to the network', async () => {
    await record('out', 10, opportunity)
    await record('out', 20, ad(31))
    await record('in', 30, { eventId: '1', scope: 'break' })
    await record('out', 40, { eventId: '5', scope: 'break' })
    await record('in', 50, { eventId: '6' })
    expect(await listed()).toEqual([
      ['21', 10, null, 30],
      ['5', 40, null, 50],
    ])
  })

  it('is a break if no break contains it', async () => {
    await record('out', 10, ad(31))
    await record('out', 25, ad(32))
    await record('in', 30, ad(32))
    expect(await listed()).toEqual([
      ['31', 10, 15, null],
      ['32', 25, 15, 30],
    ])
  })
})

describe('the marks of a session', () => {
  it('contain running and upcoming breaks, even with 200 scheduled ones', async () => {
    await record('out', 5, { eventId: '7' })
    const planned = await database.db.execute<{ n: number }>(sql`
      INSERT INTO live_cues (id, environment_id, stream_id, at, duration_s, origin, added_by, created_at)
      SELECT gen_random_uuid(), ${stream.environmentId}, ${stream.id},
        ${new Date(startMs).toISOString()}::timestamptz + n * interval '1 hour', 30, 'schedule', 'A', now()
      FROM generate_series(1, 200) n`)
    expect(planned.rowCount).toBe(200)
    const row = await database.db.transaction((tx) => lockStream(tx, stream.environmentId, stream.id))
    const log = createLog('fatal')
    const bus = await openBus(world.kinora.databaseUrl, database.pool, log)
    const marks = createSessionMarks({ db: database.db, bus, clock, log }, row, 30, () => undefined)
    const announced = async () => {
      await marks.refresh({ adMarkers: 'both' })
      const message = marks.message()
      return message.type === 'marks' ? message.marks.map(({ atMs }) => (atMs - startMs) / 1000) : []
    }
    expect(await announced()).toEqual([5])
    clock.advance(3590)
    expect(await announced()).toEqual([3600])
    marks.close()
    await bus.close()
  })
})
