import { randomUUID } from 'node:crypto'
import type { LivestreamStatus } from '@kinora/contract'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { publisherConnected, streamActive, streamIdle, streamReconnecting } from './states.ts'
import type { StreamRef } from './stream-changes.ts'

let kinora: TestKinora
let pool: pg.Pool
let db: NodePgDatabase
let owner: Client

beforeAll(async () => {
  kinora = await startTestKinora()
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 4 })
  db = drizzle(pool)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const at = new Date('2026-11-23T12:00:00Z')
const earlier = new Date('2026-11-23T11:00:00Z')
const recordingId = randomUUID()

interface State {
  readonly status: LivestreamStatus
  readonly started: boolean
  /** Whether a session is open. */
  readonly session: boolean
}

const idle: State = { status: 'idle', started: true, session: false }
const connecting: State = { status: 'connecting', started: true, session: false }
const returning: State = { status: 'connecting', started: true, session: true }
const active: State = { status: 'active', started: true, session: true }
const reconnecting: State = { status: 'reconnecting', started: true, session: true }
const stopping: State = { status: 'active', started: false, session: true }
const ended: State = { status: 'ended', started: false, session: false }
const disabled: State = { status: 'disabled', started: true, session: false }
const states = { idle, connecting, returning, active, reconnecting, stopping, ended, disabled }
type StateName = keyof typeof states

async function streamIn({ status, started, session }: State): Promise<StreamRef> {
  const { id, environmentId } = await newStream(owner)
  await pool.query(
    `UPDATE live_streams SET status = $2, started = $3, active_since = $4, recording_id = $5 WHERE id = $1`,
    [id, status, started, session ? earlier : null, session ? recordingId : null],
  )
  await pool.query('DELETE FROM outbox WHERE object_id = $1', [id])
  return { id, environmentId }
}

async function eventsOf({ id }: StreamRef): Promise<string[]> {
  const { rows } = await pool.query<{ type: string }>(
    'SELECT type FROM outbox WHERE object_id = $1 ORDER BY id',
    [id],
  )
  return rows.map(({ type }) => type.replace('video.live_stream.', ''))
}

/** Resulting status and events of a change. */
type Outcome = readonly [LivestreamStatus, ...string[]]

const reports = {
  connect: (ref: StreamRef) => publisherConnected(db, ref, at),
  activate: (ref: StreamRef) => streamActive(db, ref, recordingId, at),
  reconnect: (ref: StreamRef) => streamReconnecting(db, ref, at),
  end: (ref: StreamRef) => streamIdle(db, ref, at),
}

const reported: Record<keyof typeof reports, Partial<Record<StateName, Outcome>>> = {
  connect: { idle: ['connecting', 'connected'], reconnecting: ['connecting', 'connected'] },
  activate: {
    connecting: ['active', 'active', 'recording'],
    returning: ['active', 'active'],
    reconnecting: ['active', 'active'],
  },
  reconnect: {
    returning: ['reconnecting', 'disconnected', 'reconnecting'],
    active: ['reconnecting', 'disconnected', 'reconnecting'],
    stopping: ['reconnecting', 'disconnected', 'reconnecting'],
  },
  end: {
    connecting: ['idle', 'disconnected', 'idle'],
    returning: ['idle', 'disconnected', 'idle'],
    active: ['idle', 'disconnected', 'idle'],
    reconnecting: ['idle', 'idle'],
    stopping: ['ended', 'disconnected', 'idle'],
  },
}

const calls = {
  start: 'startLivestream',
  stop: 'stopLivestream',
  disable: 'disableLivestream',
  enable: 'enableLivestream',
} as const

/** Without an event, nothing changes. */
const asked: Record<keyof typeof calls, Record<StateName, Outcome | 'livestream-disabled'>> = {
  start: {
    idle: ['idle'],
    connecting: ['connecting'],
    returning: ['connecting'],
    active: ['active'],
    reconnecting: ['reconnecting'],
    stopping: ['active', 'updated'],
    ended: ['idle', 'updated'],
    disabled: 'livestream-disabled',
  },
  stop: {
    idle: ['ended', 'updated'],
    connecting: ['connecting', 'updated'],
    returning: ['connecting', 'updated'],
    active: ['active', 'updated'],
    reconnecting: ['reconnecting', 'updated'],
    stopping: ['active'],
    ended: ['ended'],
    disabled: 'livestream-disabled',
  },
  disable: {
    idle: ['disabled', 'disabled'],
    connecting: ['disabled', 'disconnected', 'disabled'],
    returning: ['disabled', 'disconnected', 'disabled'],
    active: ['disabled', 'disconnected', 'disabled'],
    reconnecting: ['disabled', 'disabled'],
    stopping: ['disabled', 'disconnected', 'disabled'],
    ended: ['disabled', 'disabled'],
    disabled: ['disabled'],
  },
  enable: {
    idle: ['idle'],
    connecting: ['connecting'],
    returning: ['connecting'],
    active: ['active'],
    reconnecting: ['reconnecting'],
    stopping: ['active'],
    ended: ['ended'],
    disabled: ['idle', 'enabled'],
  },
}

const stateNames = Object.keys(states) as StateName[]

describe.each(Object.entries(reports))('a live node that reports %s', (name, report) => {
  const allowed = reported[name as keyof typeof reports]

  it.each(stateNames)('for a stream that is %s', async (from) => {
    const ref = await streamIn(states[from])
    const row = await report(ref)
    const outcome = allowed[from]
    expect(row?.status ?? null).toBe(outcome?.[0] ?? null)
    expect(await eventsOf(ref)).toEqual(outcome?.slice(1) ?? [])
    expect(await owner.call('getLivestream', { params: { id: ref.id } })).toMatchObject({
      status: outcome?.[0] ?? states[from].status,
    })
  })

  it('changes nothing in another environment', async () => {
    const { id } = await streamIn(active)
    expect(await report({ id, environmentId: randomUUID() })).toBeNull()
  })
})

describe.each(Object.entries(calls))('a caller who asks for %s', (name, call) => {
  it.each(stateNames)('of a stream that is %s', async (from) => {
    const ref = await streamIn(states[from])
    const answer = await owner.try(call, { params: { id: ref.id } })
    const outcome = asked[name as keyof typeof calls][from]
    if (outcome === 'livestream-disabled') {
      expect(answer).toMatchObject({ status: 409, body: { type: '/problems/livestream-disabled' } })
      expect(await eventsOf(ref)).toEqual([])
    } else {
      expect(answer).toMatchObject({ status: 200, body: { status: outcome[0] } })
      expect(await eventsOf(ref)).toEqual(outcome.slice(1))
    }
  })
})

describe('a session', () => {
  it('keeps its start and recording until it ends', async () => {
    const ref = await streamIn(idle)
    await publisherConnected(db, ref, earlier)
    expect(await streamActive(db, ref, recordingId, earlier)).toMatchObject({
      activeSince: earlier,
      recordingId,
    })
    await streamReconnecting(db, ref, at)
    await publisherConnected(db, ref, at)
    expect(await streamActive(db, ref, recordingId, at)).toMatchObject({ activeSince: earlier, recordingId })
    expect(await streamIdle(db, ref, at)).toMatchObject({ activeSince: null, recordingId: null })
  })

  it('is not recorded if the stream is not recorded', async () => {
    const ref = await streamIn(connecting)
    expect(await streamActive(db, ref, null, at)).toMatchObject({ recordingId: null })
    expect(await eventsOf(ref)).toEqual(['active'])
  })

  it('ends when the stream is disabled, and a stopped stream stays stopped', async () => {
    const ref = await streamIn(stopping)
    const params = { id: ref.id }
    expect(await owner.call('disableLivestream', { params })).toMatchObject({
      activeSince: null,
      recordingId: null,
    })
    expect(await owner.call('enableLivestream', { params })).toMatchObject({
      status: 'ended',
      started: false,
    })
  })

  it('is changed once if two live nodes report the same', async () => {
    const ref = await streamIn(idle)
    const answers = await Promise.all([publisherConnected(db, ref, at), publisherConnected(db, ref, at)])
    expect(answers.filter((row) => row !== null)).toHaveLength(1)
    expect(await eventsOf(ref)).toEqual(['connected'])
  })

  it('changes together with other rows of a transaction, or not at all', async () => {
    const ref = await streamIn(idle)
    const failing = db.transaction(async (tx) => {
      await publisherConnected(tx, ref, at)
      throw new Error('the lease was lost')
    })
    await expect(failing).rejects.toThrow('the lease was lost')
    expect(await eventsOf(ref)).toEqual([])
    expect(await owner.call('getLivestream', { params: { id: ref.id } })).toMatchObject({ status: 'idle' })
  })
})

it.each([
  ['idle', 'Active'],
  ['connecting', 'Active'],
  ['returning', 'Active'],
  ['active', 'Live'],
  ['reconnecting', 'Live'],
  ['stopping', 'Live'],
  ['ended', 'Offline'],
  ['disabled', 'Offline'],
] as const)('shows a stream that is %s as %s', async (name, displayStatus) => {
  const { id } = await streamIn(states[name])
  expect(await owner.call('getLivestream', { params: { id } })).toMatchObject({ displayStatus })
})
