import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { openUsage } from '../../../platform/usage/usage.ts'
import { midroll } from '../../../testing/ads/decisions.ts'
import { movableClock } from '../../../testing/clock.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import type { Decision } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adDecisions, adSessions } from '../decisions/tables.ts'
import { adPlace } from '../playlists/ad-places.ts'
import { eventsAt } from '../playlists/marked-segments.ts'
import { confirmEvents, holdEvents, releaseEvents } from './held-events.ts'

const clock = movableClock()
/** Segments of an ad of 9.5 s. */
const segments = [3.8, 3.8, 1.9]
/** Segment boundaries of a video of 24 s. */
const boundariesS = [0, 4, 8, 12, 16, 20, 24]
const all = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const
let world: World
let database: ReturnType<typeof openDatabase>
let services: Parameters<typeof holdEvents>[0]
let channelId: string

beforeAll(async () => {
  world = await openWorld({ clock, env: { ROLES: 'web' } })
  database = openDatabase(world.kinora.databaseUrl, 4, createLog('fatal'))
  clock.freeze()
  services = {
    db: database.db,
    clock,
    jobs: { enqueue: async () => undefined },
    offers: { count: async () => undefined },
    usage: openUsage(true, createLog('fatal'), clock.now),
  } as unknown as typeof services
  const body = { name: 'Evening', streamId: world.content.id }
  channelId = (await world.owner.call('createAdChannel', { body })).id
})
afterAll(async () => {
  await database?.close()
  await world?.end()
})

function decisionAt(position: number, atS: number, ads: number): Decision {
  const outputs = [{ name: 'x-v0', type: 'video' as const, width: 640, height: 360, segments }]
  const tracking = all.map((event) => ({ event, url: `https://t.example/${position}/${event}` }))
  const inserted = Array.from({ length: ads }, (_, n) => ({
    creativeId: `c${position}${n}`,
    outputs,
    tracking,
  }))
  return midroll(position, atS, inserted)
}

const decisions = [decisionAt(0, 0, 2), decisionAt(1, 8, 1), decisionAt(2, 16, 1)]

async function openSession(): Promise<SessionRef> {
  const session = { id: randomUUID(), environmentId: world.owner.environmentId ?? '' }
  const startedAt = clock.now()
  const row = { ...session, channelId, address: '', userAgent: '', startedAt, playsFrom: startedAt }
  await database.db.insert(adSessions).values(row)
  const common = { sessionId: session.id, decidedAt: startedAt }
  await database.db.insert(adDecisions).values(decisions.map((each) => ({ ...common, ...each })))
  return session
}

/** Delivers a segment of an ad. */
async function deliver(session: SessionRef, position: number, index: number, n: number): Promise<void> {
  const placeS = adPlace(decisions, boundariesS, position, index)
  const fromS = segments.slice(0, n).reduce((a, b) => a + b, 0)
  await holdEvents(services, session, { position, index, events: eventsAt(n, segments), fromS, placeS })
}

async function loadAll(session: SessionRef): Promise<void> {
  for (const { position, offered } of decisions)
    for (const index of offered.keys())
      for (const n of segments.keys()) await deliver(session, position, index, n)
}

/** Counted events as `break.ad event`, which are those of tracking requests. */
async function counted({ id }: SessionRef): Promise<string[]> {
  const listed = (table: string) =>
    world.sql(`SELECT position || '.' || ad || ' ' || event AS name FROM ${table} WHERE session_id = $1`, [
      id,
    ])
  const names = (rows: Record<string, unknown>[]) => rows.map(({ name }) => String(name)).toSorted()
  const events = names(await listed('ad_events'))
  expect(names(await listed('ad_beacons'))).toEqual(events)
  return events
}

const ofAd = (ad: string, events: readonly string[]) => events.map((event) => `${ad} ${event}`).toSorted()
const began = ofAd('0.0', ['impression', 'start'])

it('a viewer who loads everything and leaves after 3 s counts one impression', async () => {
  const session = await openSession()
  await loadAll(session)
  clock.advance(3)
  expect(await counted(session)).toEqual(began)
  // Nothing happens without a sign of life.
  clock.advance(600)
  expect(await counted(session)).toEqual(began)
})

it('a viewer who goes on counts what the stream has reached by the last sign of life', async () => {
  const session = await openSession()
  await loadAll(session)
  clock.advance(3)
  await releaseEvents(services, session)
  expect(await counted(session)).toEqual([...began, '0.0 firstQuartile'].toSorted())
  clock.advance(17)
  await Promise.all([1, 2, 3].map(() => releaseEvents(services, session)))
  const prerolls = [...ofAd('0.0', all), ...ofAd('0.1', all)].toSorted()
  expect(await counted(session)).toEqual(prerolls)
  const untilLoadedS = 6
  // The mid-rolls are at 27 and 44.5 s.
  clock.advance(untilLoadedS)
  await deliver(session, 1, 0, 2)
  expect(await counted(session)).toEqual(prerolls)
  clock.advance(11)
  await releaseEvents(services, session)
  expect(await counted(session)).toEqual([...prerolls, ...ofAd('1.0', all)].toSorted())
})

it('a viewer who begins late is counted from the first segment', async () => {
  const session = await openSession()
  clock.advance(60)
  await loadAll(session)
  clock.advance(3)
  await releaseEvents(services, session)
  expect(await counted(session)).toEqual([...began, '0.0 firstQuartile'].toSorted())
})

it('of a player that reports its events, only those count', async () => {
  const session = await openSession()
  const confirm = (index: number, ...events: (typeof all)[number][]) =>
    confirmEvents(services, session, { position: 0, index }, events)
  await loadAll(session)
  await confirm(0, 'impression', 'start')
  await loadAll(session)
  clock.advance(600)
  await releaseEvents(services, session)
  expect(await counted(session)).toEqual(began)
  await confirm(1, 'impression')
  expect(await counted(session)).toEqual([...began, '0.1 impression'].toSorted())
})

it('in guided mode, an ad begins when its first segment is loaded', async () => {
  const session = await openSession()
  clock.advance(40)
  for (const n of segments.keys()) {
    const events = eventsAt(n, segments)
    await holdEvents(services, session, { position: 1, index: 0, events, fromS: 0, placeS: null })
  }
  expect(await counted(session)).toEqual(ofAd('1.0', ['impression', 'start']))
  clock.advance(10)
  await releaseEvents(services, session)
  expect(await counted(session)).toEqual(ofAd('1.0', all))
})
