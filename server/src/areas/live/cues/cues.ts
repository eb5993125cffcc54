import { type LiveCue, livestreamLimits, type startLiveCueBody } from '@kinora/contract'
import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Live } from '../live.ts'
import { getLivestream } from '../streams/livestreams.ts'
import { cuesOf, notifyCues } from '../streams/open-cues.ts'
import { lockStream } from '../streams/states.ts'
import { type StreamRef, type StreamRow, streamAudit } from '../streams/stream-changes.ts'
import { liveCues } from '../streams/tables.ts'

export type CueRow = typeof liveCues.$inferSelect
type Context = Pick<Live, 'db' | 'clock'>

const DEFAULT_LEAD_S = 4
const { mostCueS, plannedCues, cueDays } = livestreamLimits

/** End of a break. Breaks without a planned end stop after the maximum length. */
export function endOf({ at, durationS, endedAt }: Pick<CueRow, 'at' | 'durationS' | 'endedAt'>): Date {
  return endedAt ?? addSeconds(at, durationS ?? mostCueS)
}

/** Starts a break soon, or plans it.
 * @throws problem not-found, cue-needs-one-time, cue-in-past, cue-overlaps, cue-limit, livestream-not-live */
export async function startCue(
  { db, clock }: Context,
  caller: Caller,
  streamId: string,
  { durationS, leadS, at: plannedAt }: z.output<typeof startLiveCueBody>,
): Promise<LiveCue> {
  if (leadS !== undefined && plannedAt !== undefined) throw problem('cue-needs-one-time')
  const now = clock.now()
  const at = plannedAt === undefined ? addSeconds(now, leadS ?? DEFAULT_LEAD_S) : new Date(plannedAt)
  if (at < now || at > addSeconds(now, cueDays * 86_400)) throw problem('cue-in-past')
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, caller.scope.environmentId, streamId)
    if (plannedAt === undefined && stream.status !== 'active') throw problem('livestream-not-live')
    const coming = await cuesSince(tx, stream, now)
    if (coming.length >= plannedCues) throw problem('cue-limit')
    const row: CueRow = {
      id: uuidv7(now.getTime()),
      environmentId: stream.environmentId,
      streamId,
      at,
      durationS,
      endedAt: null,
      origin: plannedAt === undefined ? 'manual' : 'schedule',
      eventId: null,
      addedBy: caller.actor.name,
      createdAt: now,
      scope: null,
      plannedS: durationS,
      outMessage: null,
      inMessage: null,
    }
    if (coming.some((other) => other.at < endOf(row) && row.at < endOf(other))) throw problem('cue-overlaps')
    await tx.insert(liveCues).values(row)
    await notifyCues(tx, streamId)
    const action = plannedAt === undefined ? 'live_stream.break.started' : 'live_stream.break.planned'
    await recordChange(tx, caller, streamAudit(stream, action, { after: factsOf(row) }), now)
    return cueView(row)
  })
}

/** Ends a break that is running. @throws problem not-found, cue-not-running */
export function endCue(live: Context, caller: Caller, streamId: string, id: string): Promise<LiveCue> {
  return changeCue(live, caller, streamId, id, async (tx, stream, before, at) => {
    if (at < before.at || endOf(before) <= at) throw problem('cue-not-running')
    const row = { ...before, endedAt: at }
    await tx.update(liveCues).set({ endedAt: at }).where(rowOf(liveCues, before))
    await recordChange(
      tx,
      caller,
      streamAudit(stream, 'live_stream.break.ended', { after: factsOf(row) }),
      at,
    )
    return cueView(row)
  })
}

/** Cancels a break that has not begun. @throws problem not-found, cue-has-begun */
export function deleteCue(live: Context, caller: Caller, streamId: string, id: string): Promise<void> {
  return changeCue(live, caller, streamId, id, async (tx, stream, row, at) => {
    if (row.at <= at) throw problem('cue-has-begun')
    await tx.delete(liveCues).where(rowOf(liveCues, row))
    await recordChange(
      tx,
      caller,
      streamAudit(stream, 'live_stream.break.cancelled', { before: factsOf(row) }),
      at,
    )
  })
}

async function changeCue<T>(
  { db, clock }: Context,
  { scope }: Caller,
  streamId: string,
  id: string,
  change: (tx: Transaction, stream: StreamRow, row: CueRow, at: Date) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, scope.environmentId, streamId)
    const isIt = and(
      rowOf(liveCues, { id, environmentId: scope.environmentId }),
      eq(liveCues.streamId, streamId),
    )
    const [row] = await tx.select().from(liveCues).where(isIt)
    if (row === undefined) throw problem('not-found')
    const result = await change(tx, stream, row, clock.now())
    await notifyCues(tx, streamId)
    return result
  })
}

/** Lists the breaks of a stream, newest first. The cursor is the time and the ID, because times are not unique.
 * @throws problem not-found */
export async function listCues(
  { db }: Pick<Live, 'db'>,
  { scope }: Caller,
  streamId: string,
  { cursor, pageSize }: { readonly cursor?: string | undefined; readonly pageSize: number },
): Promise<{ items: LiveCue[]; nextCursor: string | null }> {
  const stream = await getLivestream(db, scope.environmentId, streamId)
  const before = cursor === undefined ? null : readCursor(cursor)
  const isOlder =
    before &&
    sql`(${liveCues.at}, ${liveCues.id}) < (${new Date(before.atMs).toISOString()}::timestamptz, ${before.id}::uuid)`
  const rows = await db
    .select()
    .from(liveCues)
    .where(and(cuesOf(stream), isOlder ?? undefined))
    .orderBy(desc(liveCues.at), desc(liveCues.id))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { items: shown.map(cueView), nextCursor: last ? `${last.at.getTime()}_${last.id}` : null }
}

/** Breaks that end after `since`, in order of their start. */
export async function cuesSince(db: Queryable, ref: StreamRef, since: Date): Promise<CueRow[]> {
  const mayRun = gt(liveCues.at, addSeconds(since, -mostCueS))
  const rows = await db
    .select()
    .from(liveCues)
    .where(and(cuesOf(ref), mayRun))
    .orderBy(asc(liveCues.at))
  return rows.filter((row) => endOf(row) > since)
}

/** Breaks with these IDs. Deleted breaks are omitted. */
export function findCues(db: Queryable, environmentId: string, ids: readonly string[]): Promise<CueRow[]> {
  return db
    .select()
    .from(liveCues)
    .where(and(eq(liveCues.environmentId, environmentId), inArray(liveCues.id, [...ids])))
}

/** Deletes breaks that began more than `cueDays` ago. The sweep calls this. */
export async function deleteOldCues({ db, clock }: Context): Promise<void> {
  await db.delete(liveCues).where(lt(liveCues.at, addSeconds(clock.now(), -cueDays * 86_400)))
}

/** @throws problem request-invalid */
function readCursor(cursor: string): { atMs: number; id: string } {
  const [, atMs, id] = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (atMs === undefined || id === undefined)
    throw problem('request-invalid', { detail: 'The cursor is not valid' })
  return { atMs: Number(atMs), id }
}

function factsOf({ at, durationS, endedAt }: CueRow) {
  return { at: at.toISOString(), durationS, endedAt: endedAt?.toISOString() ?? null }
}

function cueView(row: CueRow): LiveCue {
  const { id, streamId, at, durationS, endedAt, origin, eventId, addedBy, createdAt } = row
  const fields = { id, streamId, durationS, origin, eventId, addedBy }
  const times = { at: at.toISOString(), endedAt: endedAt?.toISOString() ?? null }
  return { ...fields, ...times, createdAt: createdAt.toISOString() }
}
