import {
  type createPlannedRecordingBody,
  type PlannedRecording,
  plannedRecordingLimits,
} from '@kinora/contract'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Live } from '../live.ts'
import { lockStream } from '../streams/states.ts'
import { notifyStreams } from '../streams/stream-changes.ts'
import { streamNames } from '../streams/stream-names.ts'
import { type PlannedRow, plannedRecordings } from './tables.ts'

type Context = Pick<Live, 'db' | 'clock'>

const { most, mostHours, daysAhead } = plannedRecordingLimits
const HOUR_MS = 3_600_000

/** A page of the environment's planned recordings, latest start first. */
export async function listPlannedRecordings(
  { db, clock }: Context,
  environmentId: string,
  { phrase, ...page }: PageQuery & { readonly phrase?: string | undefined },
) {
  const where = and(
    eq(plannedRecordings.environmentId, environmentId),
    matchesPhrase(plannedRecordings.searchText, phrase),
  )
  return loadPage(page, {
    select: db
      .select()
      .from(plannedRecordings)
      .where(where)
      .orderBy(desc(plannedRecordings.startsAt), asc(plannedRecordings.id)),
    total: db.$count(plannedRecordings, where),
    view: (rows) => viewsOf(db, environmentId, rows, clock.now()),
  })
}

/** @throws problem not-found */
export async function getPlannedRecording(
  { db, clock }: Context,
  environmentId: string,
  id: string,
): Promise<PlannedRecording> {
  const rows = await db
    .select()
    .from(plannedRecordings)
    .where(rowOf(plannedRecordings, { id, environmentId }))
  const [view] = await viewsOf(db, environmentId, rows, clock.now())
  if (view === undefined) throw problem('not-found')
  return view
}

/** @throws problem not-found for the stream, planned-recording-times, planned-recording-limit */
export async function createPlannedRecording(
  { db, clock }: Context,
  caller: Caller,
  { name, livestreamId, from, to }: z.output<typeof createPlannedRecordingBody>,
): Promise<PlannedRecording> {
  const { environmentId } = caller.scope
  const at = clock.now()
  const times = { startsAt: new Date(from), endsAt: new Date(to) }
  assertTimes(times, at)
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, environmentId, livestreamId)
    const isOpen = and(eq(plannedRecordings.environmentId, environmentId), isNull(plannedRecordings.videoIds))
    const lock = `planned recordings of ${environmentId}`
    await assertBelowLimit(tx, plannedRecordings, isOpen, { lock, most, problem: 'planned-recording-limit' })
    const row: PlannedRow = {
      id: uuidv7(at.getTime()),
      environmentId,
      streamId: stream.id,
      name,
      searchText: fold(name),
      ...times,
      videoIds: null,
      addedBy: caller.actor.name,
      addedById: caller.actor.userId,
      createdAt: at,
    }
    await tx.insert(plannedRecordings).values(row)
    await recordPlanned(tx, caller, row, 'created', { after: { name, livestreamId, from, to } }, at)
    await notifyStreams(tx, stream.id)
    return viewOf(row, stream.name, at)
  })
}

/** Its videos stay. @throws problem not-found */
export async function deletePlannedRecording(
  { db, clock }: Context,
  caller: Caller,
  id: string,
): Promise<void> {
  const { environmentId } = caller.scope
  await db.transaction(async (tx) => {
    const [row] = await tx
      .delete(plannedRecordings)
      .where(rowOf(plannedRecordings, { id, environmentId }))
      .returning()
    if (row === undefined) throw problem('not-found')
    const before = { name: row.name, livestreamId: row.streamId, from: row.startsAt, to: row.endsAt }
    await recordPlanned(tx, caller, row, 'deleted', { before }, clock.now())
    await notifyStreams(tx, row.streamId)
  })
}

/** Records a change of a planned recording. `ended` is an event, the others are in the audit trail. */
export const recordPlanned = changeRecorder((row: PlannedRow, verb: 'created' | 'deleted' | 'ended') => {
  const { id, environmentId, name, streamId, videoIds } = row
  const object = { type: 'planned_recording', id, name } as const
  if (verb !== 'ended') return { environmentId, object, action: `planned_recording.${verb}` as const }
  const data = { name, livestreamId: streamId, videoIds }
  return { environmentId, object, event: { type: 'video.planned_recording.ended', data } }
})

/** @throws problem planned-recording-times */
function assertTimes({ startsAt, endsAt }: Pick<PlannedRow, 'startsAt' | 'endsAt'>, now: Date): void {
  const lengthMs = endsAt.getTime() - startsAt.getTime()
  const isUsual = lengthMs >= 1000 && lengthMs <= mostHours * HOUR_MS
  const isKept = endsAt >= addSeconds(now, -mostHours * 3600)
  const isSoon = startsAt <= addSeconds(now, daysAhead * 24 * 3600)
  if (!isUsual || !isKept || !isSoon) throw problem('planned-recording-times')
}

async function viewsOf(
  db: Queryable,
  environmentId: string,
  rows: readonly PlannedRow[],
  now: Date,
): Promise<PlannedRecording[]> {
  const ids = rows.map(({ streamId }) => streamId)
  const names = await streamNames(db, environmentId, ids)
  return rows.map((row) => viewOf(row, names.get(row.streamId) ?? '', now))
}

function viewOf(row: PlannedRow, livestreamName: string, now: Date): PlannedRecording {
  const { id, name, streamId, startsAt, endsAt, videoIds, addedBy, createdAt } = row
  return {
    id,
    name,
    livestreamId: streamId,
    livestreamName,
    from: startsAt.toISOString(),
    to: endsAt.toISOString(),
    status: statusOf(row, now),
    videoIds: videoIds ?? [],
    addedBy,
    addedAt: createdAt.toISOString(),
  }
}

function statusOf({ startsAt, endsAt, videoIds }: PlannedRow, now: Date): PlannedRecording['status'] {
  if (videoIds !== null) return videoIds.length > 0 ? 'recorded' : 'missed'
  if (now < startsAt) return 'planned'
  return now < endsAt ? 'running' : 'saving'
}
