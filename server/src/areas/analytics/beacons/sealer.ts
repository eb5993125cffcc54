import { asc, inArray, sql } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import { type ReportedDelta, reportTotals } from '../alerting/report-totals.ts'
import type { Analytics } from '../analytics.ts'
import { type ReceivedEvent, rowBetween, stateAfter } from '../deltas/deltas.ts'
import { viewEventBatches, viewEventSegments } from '../deltas/tables.ts'
import { startSampling } from '../metrics/concurrent.ts'
import { eventRow, playedRows, presenceRows } from '../views/event-rows.ts'
import { viewStates } from '../views/view-states.ts'
import { addBatch, type Batch, oldestBatch, repeatBatch, sendBatch } from './batches.ts'
import { sealerLease } from './sealer-lease.ts'
import { unpacked, viewEventChannel } from './segments.ts'

/** Events in a batch, unless a single segment has more. Larger batches would block the event loop and exceed the maximum
 * size of a statement. */
const MAX_EVENTS = 10_000
/** Segments that are read for a batch. */
const MAX_SEGMENTS = 40
const IDLE_MS = 2000
/** Batches without view events, such as request counts, open the warehouse only after this time. */
const UNHURRIED_S = 60

/**
 * Moves events from the database into the warehouse, in one process at a time.
 *
 * One transaction turns segments into a batch of rows. The batch is inserted under its ID until the warehouse confirms it;
 * a repeated insert changes nothing. So each event counts once, even if a process dies in between. While a batch is sent,
 * the next one is made, because the states of the views in both are in memory.
 */
export function startSealing(analytics: Analytics): Stop {
  const { db, bus, clock, log, warehouse } = analytics
  const lease = sealerLease(db, clock)
  const states = viewStates(warehouse)
  const sampling = startSampling(analytics)
  let sending: Promise<void> | null = null

  async function work(): Promise<number> {
    if (!(await hasWork())) return IDLE_MS
    if (sending === null) {
      const pending = await db.transaction(async (tx) =>
        (await lease.take(tx, states.clear)) ? oldestBatch(tx) : 'other',
      )
      if (pending === 'other') return IDLE_MS
      if (pending !== null) {
        await repeatBatch(db, warehouse, pending)
        sampling.wake()
        return 0
      }
    }
    // Make the next batch while one is being sent.
    const batch = await seal().finally(sent)
    if (batch === null) return IDLE_MS
    sending = send(batch)
    // `sent` reports the error.
    sending.catch(() => undefined)
    return 0
  }

  async function sent(): Promise<void> {
    const own = sending
    sending = null
    await own
  }

  async function hasWork(): Promise<boolean> {
    const isDue = warehouse.isOpen()
      ? sql`true`
      : sql`${viewEventBatches.createdAt} <= ${addSeconds(clock.now(), -UNHURRIED_S)}`
    const isWaiting = sql<boolean>`EXISTS (SELECT FROM ${viewEventSegments})
      OR EXISTS (SELECT FROM ${viewEventBatches} WHERE ${isDue})`
    const [row] = await db.select({ isWaiting }).from(sql`(SELECT 1) AS one`)
    return row?.isWaiting === true
  }

  /** The IDs of the segments for a batch. */
  async function oldestSegments(tx: Transaction): Promise<string[]> {
    const { id, events } = viewEventSegments
    const found = await tx.select({ id, events }).from(viewEventSegments).orderBy(asc(id)).limit(MAX_SEGMENTS)
    let total = 0
    const isWithin = (segment: { readonly events: number }, n: number) => {
      total += segment.events
      return n === 0 || total <= MAX_EVENTS
    }
    return found.filter(isWithin).map((segment) => segment.id)
  }

  /** Makes a batch of the oldest segments. Null if there are none. */
  async function seal(): Promise<Batch | null> {
    try {
      return await db.transaction(async (tx) => {
        let wasAway = false
        const hasLease = await lease.take(tx, () => {
          states.clear()
          wasAway = true
        })
        // Batches that another process made in the meantime are sent first.
        if (!hasLease || wasAway) return null
        const isTaken = inArray(viewEventSegments.id, await oldestSegments(tx))
        const segments = await tx
          .select()
          .from(viewEventSegments)
          .where(isTaken)
          .orderBy(asc(viewEventSegments.id))
        const [oldest] = segments
        if (oldest === undefined) return null
        const events = (await Promise.all(segments.map(({ data }) => unpacked<ReceivedEvent>(data)))).flat()
        await states.load(events)
        const deltas = deltasOf(events)
        const batch = await addBatch(tx, oldest.createdAt, {
          views: deltas.map(({ row }) => row),
          report_totals: reportTotals(deltas),
          played_ranges: playedRows(events, (event) => states.get(event)?.startedMs),
          presence: presenceRows(events),
          view_events: events.map(eventRow),
        })
        await tx.delete(viewEventSegments).where(isTaken)
        return batch
      })
    } catch (error) {
      // The states may be ahead of the database.
      states.clear()
      throw error
    }
  }

  /** The effects of events on their views. Late and repeated events change nothing. */
  function deltasOf(events: readonly ReceivedEvent[]): ReportedDelta[] {
    return events.flatMap((event) => {
      const before = states.get(event)
      const after = stateAfter(before, event)
      if (after === null) return []
      states.set(event, after)
      return [{ event, row: rowBetween(event, before, after) }]
    })
  }

  async function send(batch: Batch): Promise<void> {
    await sendBatch(db, warehouse, batch)
    sampling.wake()
  }

  const task = repeat(work, 'counting views', log)
  const unsubscribe = bus.subscribe(viewEventChannel, task.wake)
  return async () => {
    unsubscribe()
    await task.stop()
    await sent().catch(() => undefined)
    await sampling.stop()
    await lease.release()
  }
}
