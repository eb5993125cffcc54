import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openUsage } from '../../../platform/usage/usage.ts'
import { type Books, openBooks } from '../../../testing/billing/books.ts'
import { reserveFrom } from '../../../testing/billing/reserves.ts'
import { openTestPool } from '../../../testing/pool.ts'
import { holdLive } from './live-hold.ts'
import {
  endAbandonedSessions,
  endSession,
  openSession,
  releaseNode,
  releaseSession,
  renewSession,
} from './sessions.ts'
import type { SessionRow } from './tables.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('2026-11-10T10:00:20Z')
})
afterAll(() => books.end())

const renewal = { outputs: {}, nextMsn: 0, targetS: 2 }

async function newSession() {
  const { db, clock, log } = books
  const live = { db, clock, log, usage: openUsage(true, log, clock.now) }
  const organization = await books.organization()
  const { environmentId } = organization
  const [id, node] = [randomUUID(), randomUUID()]
  await books.sql(
    `INSERT INTO live_streams (id, environment_id, name, record, latency_mode, playback_policy, reconnect_window_s,
       dvr_window_s, status, started, playback_id, search_text, added_by, created_at,
       takeover, playback_restrictions, tags, metadata)
     VALUES ($1, $2, 'Desk', true, 'low', 'public', 60, 0, 'idle', true, $3, 'desk', 'Ananya', now(), false, '{}', '{}', '[]')`,
    [id, environmentId, randomUUID()],
  )
  const session = await openSession(live, { id, environmentId }, node)
  if (session === null) throw new Error('no session was opened')
  return { live, session, streamId: id, organization }
}

type LiveParts = Awaited<ReturnType<typeof newSession>>['live']

async function takeOver({ streamId, environmentId }: SessionRow): Promise<SessionRow> {
  const { db, clock, log } = books
  const live = { db, clock, log, usage: openUsage(true, log, clock.now) }
  const next = await openSession(live, { id: streamId, environmentId }, randomUUID())
  if (next === null) throw new Error('the session was not taken over')
  return next
}

/** Renews the session every four seconds until a time, as its node does. */
async function keepRenewed(live: Parameters<typeof renewSession>[0], session: SessionRow, until: string) {
  const endMs = new Date(until).getTime()
  for (let ms = books.clock.now().getTime(); ms < endMs; ) {
    ms = Math.min(endMs, ms + 4000)
    books.clock.set(new Date(ms).toISOString())
    expect(await renewSession(live, session, renewal)).toBe(true)
  }
}

const metered = async (streamId: string) =>
  (
    await books.sql(
      `SELECT meter, to_char(occurred_at AT TIME ZONE 'UTC', 'MI:SS') AS at, quantity::int AS ms FROM usage_records
       WHERE object_id = $1 ORDER BY meter DESC, occurred_at`,
      [streamId],
    )
  ).map(({ meter, at, ms }) => [meter, at, ms])

async function record(session: SessionRow, startedAt: string, endedAt: string | null) {
  await books.sql(
    `INSERT INTO live_recordings (content_id, session_id, stream_id, environment_id, started_at, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), session.id, session.streamId, session.environmentId, startedAt, endedAt],
  )
}

describe('a live session', () => {
  it('is metered by minute while it runs, with what was recorded, and up to its end', async () => {
    books.clock.set('2026-11-10T10:00:20Z')
    const { live, session, streamId } = await newSession()
    await record(session, '2026-11-10T10:00:50Z', null)
    books.clock.set('2026-11-10T10:00:40Z')
    await renewSession(live, session, renewal)
    expect(await metered(streamId)).toEqual([])
    await keepRenewed(live, session, '2026-11-10T10:02:10Z')
    // A repeated renewal, and one of the same node at once, change nothing.
    await Promise.all([1, 2, 3].map(() => renewSession(live, session, renewal)))
    await keepRenewed(live, session, '2026-11-10T10:02:30Z')
    await endSession(live, session, books.clock.now())
    await endSession(live, session, books.clock.now())
    expect(await metered(streamId)).toEqual([
      ['live-streaming', '00:20', 40_000],
      ['live-streaming', '01:00', 60_000],
      ['live-streaming', '02:00', 30_000],
      ['live-recording', '00:20', 10_000],
      ['live-recording', '01:00', 60_000],
      ['live-recording', '02:00', 30_000],
    ])
  })

  it('is metered by the node that has it only, and not while no node had it', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    await record(session, '2026-11-10T10:00:00Z', null)
    books.clock.set('2026-11-10T10:00:30Z')
    const next = await takeOver(session)
    // What ran until the end of the old lease.
    expect(await metered(streamId)).toEqual([
      ['live-streaming', '00:00', 6000],
      ['live-recording', '00:00', 6000],
    ])
    await keepRenewed(live, next, '2026-11-10T10:01:30Z')
    expect(await renewSession(live, session, renewal)).toBe(false)
    expect(await metered(streamId)).toEqual([
      ['live-streaming', '00:00', 6000],
      ['live-streaming', '00:30', 30_000],
      ['live-recording', '00:00', 6000],
      ['live-recording', '00:30', 30_000],
    ])
  })

  it('is not metered for the days of an outage', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    books.clock.set('2026-11-13T10:00:00Z')
    // Of two nodes at once, one takes it over.
    const { id, environmentId } = { ...session, id: streamId }
    const opened = await Promise.all([1, 2].map(() => openSession(live, { id, environmentId }, randomUUID())))
    const [next] = opened.filter((row) => row !== null)
    if (next === undefined) throw new Error('the session was not taken over')
    expect(opened).toContain(null)
    books.clock.set('2026-11-13T10:00:03Z')
    await endSession(live, next, books.clock.now())
    expect(await metered(streamId)).toEqual([
      ['live-streaming', '00:00', 6000],
      ['live-streaming', '00:00', 3000],
    ])
  })

  it('of a node that exited is metered up to the end of its lease, however late that is seen', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    books.clock.set('2026-11-10T10:20:00Z')
    await releaseNode(live, session.nodeId)
    await takeOver(session)
    expect(await metered(streamId)).toEqual([['live-streaming', '00:00', 6000]])
  })

  it('is not metered for the time in which its node was halted, or its clock was set forward', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    books.clock.set('2026-11-12T10:00:00Z')
    await Promise.all([1, 2].map(() => renewSession(live, session, renewal)))
    await keepRenewed(live, session, '2026-11-12T10:00:30Z')
    books.clock.set('2026-11-12T12:00:00Z')
    await endSession(live, session, books.clock.now())
    // A minute after the lease counts: a node that cannot reach the database runs on.
    expect(await metered(streamId)).toEqual([
      ['live-streaming', '00:00', 60_000],
      ['live-streaming', '01:00', 6000],
      ['live-streaming', '00:00', 60_000],
      ['live-streaming', '01:00', 36_000],
    ])
  })

  it('is metered for what ran while the database did not answer for less than a minute', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    books.clock.set('2026-11-10T10:01:00Z')
    expect(await renewSession(live, session, renewal)).toBe(true)
    expect(await metered(streamId)).toEqual([['live-streaming', '00:00', 60_000]])
  })

  it('that was not metered for long is metered an hour at a time', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    await books.sql("UPDATE live_sessions SET started_at = '2026-11-10T07:30:00Z' WHERE id = $1", [
      session.id,
    ])
    const minutes: number[] = []
    for (let n = 0; n < 4; n++) {
      expect(await renewSession(live, session, renewal)).toBe(true)
      minutes.push((await metered(streamId)).length)
    }
    expect(minutes).toEqual([60, 120, 150, 150])
  })

  it('goes on if its usage cannot be recorded, and is metered when that is mended', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    await books.sql('ALTER TABLE usage_records RENAME TO usage_away')
    await keepRenewed(live, session, '2026-11-10T10:01:02Z')
    await books.sql('ALTER TABLE usage_away RENAME TO usage_records')
    expect(await metered(streamId)).toEqual([])
    await keepRenewed(live, session, '2026-11-10T10:01:04Z')
    expect(await metered(streamId)).toEqual([['live-streaming', '00:00', 60_000]])
  })

  it('is not metered for the time in which the node that releases it was halted', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    books.clock.set('2026-11-10T12:00:00Z')
    await releaseSession(live.db, session, renewal, books.clock.now())
    await takeOver(session)
    expect(await metered(streamId)).toEqual([
      ['live-streaming', '00:00', 60_000],
      ['live-streaming', '01:00', 6000],
    ])
  })

  it('is not metered while the test signal is published, nor is its recording', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    await record(session, '2026-11-10T10:00:00Z', null)
    books.clock.set('2026-11-10T10:00:01Z')
    await renewSession(live, session, renewal, true)
    await keepRenewed(live, session, '2026-11-10T10:01:20Z')
    expect(await metered(streamId)).toEqual([])
    // An encoder takes its place at 1:20, and leaves at 2:10.
    await renewSession(live, session, renewal, false)
    await keepRenewed(live, session, '2026-11-10T10:02:10Z')
    await Promise.all([1, 2].map(() => renewSession(live, session, renewal, true)))
    // Another node continues with the test signal.
    books.clock.set('2026-11-10T10:03:00Z')
    const next = await takeOver(session)
    await keepRenewed(live, next, '2026-11-10T10:04:10Z')
    await endSession(live, next, books.clock.now())
    expect(await metered(streamId)).toEqual([
      ['live-streaming', '01:20', 40_000],
      ['live-streaming', '02:00', 10_000],
      ['live-recording', '01:20', 40_000],
      ['live-recording', '02:00', 10_000],
    ])
  })

  it('ends, and is taken over, also if its usage cannot be recorded', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session } = await newSession()
    books.clock.set('2026-11-10T10:00:30Z')
    await books.sql('ALTER TABLE usage_records RENAME TO usage_away')
    const next = await takeOver(session)
    await endSession(live, next, books.clock.now())
    await books.sql('ALTER TABLE usage_away RENAME TO usage_records')
    expect(await books.sql('SELECT ended_at FROM live_sessions WHERE id = $1', [session.id])).toEqual([
      { ended_at: books.clock.now() },
    ])
  })

  it('that nobody continues is metered up to the end of its lease', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, streamId } = await newSession()
    books.clock.set('2026-11-10T10:30:00Z')
    await endAbandonedSessions(live)
    expect(await metered(streamId)).toEqual([['live-streaming', '00:00', 6000]])
  })

  it.each([
    ['ends', (live: LiveParts, session: SessionRow) => endSession(live, session, books.clock.now())],
    ['that nobody continues ends', endAbandonedSessions],
  ])('%s without a deadlock while its stream is deleted', async (_, end) => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId } = await newSession()
    books.clock.set('2026-11-10T10:30:00Z')
    const pool = openTestPool({ databaseUrl: books.url })
    // Less than the second after which PostgreSQL resolves a deadlock.
    const deleting = await pool.hold(
      `SET LOCAL lock_timeout = '500ms'; SELECT FROM live_streams WHERE id = '${streamId}' FOR UPDATE`,
    )
    const ending = end(live, session)
    await deleting.releaseOnceAwaited({ text: 'DELETE FROM live_streams WHERE id = $1', values: [streamId] })
    await ending
    await pool.end()
    expect(await books.sql('SELECT FROM live_sessions WHERE stream_id = $1', [streamId])).toEqual([])
  })
})

describe('the money that a live stream reserves', () => {
  // Ten minutes of streaming and recording at the standard prices.
  const HELD = 10 * (4200 + 3000)

  it('is that of its next minutes while it runs, also if nothing is left, and nothing after its end', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, streamId, organization } = await newSession()
    const wallet = await reserveFrom(books, live.usage, organization, 80_000n)
    const stream = { id: streamId, environmentId: session.environmentId }
    await holdLive(live, stream)
    expect(await wallet.held()).toBe(HELD)
    // Another stream finds too little, and is refused.
    const other = { ...stream, id: (await newSession()).streamId }
    await books.sql('UPDATE live_streams SET environment_id = $2 WHERE id = $1', [
      other.id,
      stream.environmentId,
    ])
    await expect(holdLive(live, other)).rejects.toMatchObject({ id: 'wallet-empty' })
    await keepRenewed(live, session, '2026-11-10T10:30:00Z')
    expect(await wallet.balance()).toBe(80_000 - 30 * 4200)
    expect(await wallet.held()).toBe(HELD)
    await endSession(live, session, books.clock.now())
    expect(await wallet.held()).toBe(0)
    // Once: a late end changes nothing.
    await endSession(live, session, books.clock.now())
    expect(await wallet.held()).toBe(0)
  })

  it('is not made where the plan charges nothing', async () => {
    const { live, session, streamId, organization } = await newSession()
    const wallet = await reserveFrom(books, live.usage, organization, 1n)
    await books.sql(
      `UPDATE billing_plans SET free_environments = ARRAY(SELECT DISTINCT type FROM environments)`,
    )
    await holdLive(live, { id: streamId, environmentId: session.environmentId })
    await books.sql(`UPDATE billing_plans SET free_environments = '{}'`)
    expect(await wallet.held()).toBe(0)
  })

  it('ends with a session that no node continues', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, organization } = await newSession()
    const wallet = await reserveFrom(books, live.usage, organization, 1_000_000n)
    await keepRenewed(live, session, '2026-11-10T10:02:00Z')
    expect(await wallet.held()).toBe(HELD)
    books.clock.set('2026-11-10T10:05:00Z')
    await endAbandonedSessions(live)
    expect(await wallet.held()).toBe(0)
  })

  it('is not reserved again by a renewal beside the end', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, organization } = await newSession()
    const wallet = await reserveFrom(books, live.usage, organization, 1_000_000n)
    await keepRenewed(live, session, '2026-11-10T10:00:56Z')
    const pool = openTestPool({ databaseUrl: books.url })
    const account = await pool.hold('SELECT FROM billing_accounts WHERE organization_id = $1 FOR UPDATE', [
      organization.organizationId,
    ])
    books.clock.set('2026-11-10T10:01:02Z')
    const renewing = renewSession(live, session, renewal)
    const waiting = async () => {
      const rows = await books.sql(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    let isEnded = false
    const ending = endSession(live, session, books.clock.now()).then(() => {
      isEnded = true
    })
    await expect.poll(async () => isEnded || (await waiting()) === 2).toBe(true)
    await account.releaseOnceAwaited()
    expect(await renewing).toBe(true)
    await ending
    expect(await wallet.held()).toBe(0)
    // Nor by one that comes after it.
    expect(await renewSession(live, session, renewal)).toBe(false)
    expect(await wallet.held()).toBe(0)
    await pool.end()
  })

  it('is not reserved for the test signal', async () => {
    books.clock.set('2026-11-10T10:00:00Z')
    const { live, session, organization } = await newSession()
    const wallet = await reserveFrom(books, live.usage, organization, 1_000_000n)
    for (const minute of ['00:01', '00:02', '01:01', '02:01']) {
      books.clock.set(`2026-11-10T10:${minute}Z`)
      await renewSession(live, session, renewal, true)
    }
    expect(await wallet.held()).toBe(0)
  })
})
