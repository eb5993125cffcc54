import { randomUUID } from 'node:crypto'
import type { LiveCue, Livestream } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { movableClock } from '../../../testing/clock.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import type { Decision, StoredAd } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adDecisions } from '../decisions/tables.ts'
import { correctBreakLengths, insertBreakLength } from './break-lengths.ts'
import { insertDecisionFacts } from './facts.ts'

/** Counted length of a break without a planned end. */
const OPEN_S = 120

const clock = movableClock()
let world: World
let database: ReturnType<typeof openDatabase>
let stream: Livestream
let channelId: string
let session: SessionRef
let position = 0

beforeAll(async () => {
  // No worker moves facts to the warehouse.
  world = await openWorld({ clock, env: { ROLES: 'web' } })
  database = openDatabase(world.kinora.databaseUrl, 4, createLog('fatal'))
  clock.freeze()
  stream = await newStream(world.owner)
  const body = { name: 'Evening', streamId: stream.id }
  channelId = (await world.owner.call('createAdChannel', { body })).id
  session = await openSession()
})
afterAll(async () => {
  await database?.close()
  await world?.end()
})

/** Inserts the rows of a viewer's session. */
async function openSession() {
  const id = randomUUID()
  const environmentId = world.owner.environmentId ?? ''
  await world.sql(
    `INSERT INTO ad_sessions (id, environment_id, channel_id, address, user_agent, started_at)
     VALUES ($1, $2, $3, '', '', now())`,
    [id, environmentId, channelId],
  )
  await world.sql(
    `INSERT INTO ad_viewers (session_id, environment_id, channel_id, object_id, kind, viewer, country, region, city, isp,
       device_type, device, os, browser)
     VALUES ($1, $2, $3, $4, 'live', '1', 'IN', '', '', '', 'phone', '', '', '')`,
    [id, environmentId, channelId, stream.id],
  )
  return { id, environmentId }
}

function plan(leadS: number, durationS: number | null): Promise<LiveCue> {
  const at = new Date(clock.now().getTime() + leadS * 1000).toISOString()
  const body = { at, ...(durationS !== null && { durationS }) }
  return world.owner.call('startLiveCue', { params: { id: stream.id }, body })
}

const end = ({ id: cueId }: LiveCue) => world.owner.call('endLiveCue', { params: { id: stream.id, cueId } })

/** Inserts and counts a decision about a break. */
async function decide(
  { id: cueId, at, durationS }: LiveCue,
  of = session,
  change: Partial<Decision> = {},
): Promise<void> {
  const decision: Decision = {
    position: position++,
    kind: 'midroll',
    atS: Date.parse(at) / 1000,
    returnS: null,
    cueId,
    splice: null,
    availableS: durationS ?? OPEN_S,
    filledS: 0,
    reason: 'no-ads',
    tookMs: 1,
    offered: [],
    exchanges: [],
    retriesLeft: 0,
    ...change,
  }
  await database.db.transaction(async (tx) => {
    await tx.insert(adDecisions).values({ sessionId: of.id, decidedAt: clock.now(), ...decision })
    await insertDecisionFacts(tx, of, decision, clock.now())
    await insertBreakLength(tx, of, decision, clock.now())
  })
}

const correct = () => correctBreakLengths({ db: database.db, clock })
const waiting = async () => (await world.sql('SELECT position FROM ad_break_lengths')).length

/** Counted seconds and breaks. */
async function counted(): Promise<number[]> {
  const [row] =
    await world.sql(`SELECT sum((fact->>'availableMs')::bigint) AS ms, sum((fact->>'breaks')::int) AS breaks
    FROM ad_facts, jsonb_array_elements(facts) AS fact`)
  return [Number(row?.ms) / 1000, Number(row?.breaks)]
}

it('a live break counts its real length once', async () => {
  const [early, whole, canceled] = [await plan(10, 30), await plan(50, 20), await plan(80, 40)]
  const open = await plan(200, null)
  for (const cue of [early, whole, canceled, open]) await decide(cue)
  expect(await counted()).toEqual([30 + 20 + 40 + OPEN_S, 4])
  await world.owner.call('deleteLiveCue', { params: { id: stream.id, cueId: canceled.id } })
  clock.advance(22)
  await end(early)
  // Several processes can sweep at the same time.
  clock.advance(130)
  await Promise.all([correct(), correct(), correct()])
  expect([await counted(), await waiting()]).toEqual([[12 + 20 + 0 + OPEN_S, 4], 1])
  // The open break is longer than its counted length.
  clock.advance(348)
  await correct()
  expect([await counted(), await waiting()]).toEqual([[12 + 20 + OPEN_S, 4], 1])
  await end(open)
  clock.advance(60)
  for (let n = 0; n < 3; n++) await correct()
  expect([await counted(), await waiting()]).toEqual([[12 + 20 + 300, 4], 0])
})

it('deleted sessions are not counted', async () => {
  const before = await counted()
  const other = await openSession()
  const cue = await plan(10, 30)
  await decide(cue, other)
  clock.advance(15)
  await end(cue)
  await world.sql('DELETE FROM ad_sessions WHERE id = $1', [other.id])
  clock.advance(60)
  await correct()
  expect(await counted()).toEqual([(before[0] ?? 0) + 30, (before[1] ?? 0) + 1])
  expect(await waiting()).toBe(0)
})

/** An ad with segments of four seconds. */
function adOf(adId: string, segments: number, filler?: StoredAd['filler']): StoredAd {
  const output = { type: 'video', segments: Array<number>(segments).fill(4) } as const
  return {
    adId,
    title: null,
    adSystem: null,
    mediaUrl: null,
    durationS: 4 * segments,
    skipped: null,
    ...(filler !== undefined && { filler }),
    inserted: { creativeId: randomUUID(), outputs: [output as never], tracking: [] },
  }
}

it('ads count only the time that was shown', async () => {
  const filled = async () => {
    const rows = await world.sql(`SELECT fact->>'campaign' AS ad, sum((fact->>'filledMs')::int)::int AS ms
      FROM ad_facts, jsonb_array_elements(facts) AS fact WHERE fact ? 'filledMs' GROUP BY ad ORDER BY ad`)
    return rows.map(({ ad, ms }) => [ad, ms])
  }
  const [before] = await counted()
  const offered = [adOf('soap', 5), adOf('tea', 5), adOf('milk', 5), adOf('slate', 5, 'slate')]
  const cue = await plan(10, 60)
  const start = { startMsn: 7, startMs: 0, discontinuities: 0, returnMsn: 20 }
  // A viewer who saw the break, one who left, and one whose break was canceled.
  await decide(cue, session, { reason: null, offered, splice: { ...start, shown: 7 } })
  await decide(cue, await openSession(), { reason: null, offered })
  const canceled = await plan(80, 60)
  await decide(canceled, session, { reason: null, offered })
  expect(await filled()).toEqual(['milk', 'soap', 'tea'].map((ad) => [ad, 3 * 20_000]))
  await world.owner.call('deleteLiveCue', { params: { id: stream.id, cueId: canceled.id } })
  clock.advance(10 + 26)
  await end(cue)
  clock.advance(200)
  for (let n = 0; n < 2; n++) await correct()
  // 26 s of both breaks are soap and a part of tea. The rest of that segment came after the end.
  expect(await filled()).toEqual([
    ['milk', 0],
    ['soap', 2 * 20_000],
    ['tea', 2 * 6000],
  ])
  expect((await counted())[0]).toBe((before ?? 0) + 2 * 26)
})
