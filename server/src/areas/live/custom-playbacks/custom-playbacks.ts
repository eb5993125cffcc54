import {
  type CustomPlayback,
  type CustomPlaybackStatus,
  type createCustomPlaybackBody,
  livestreamLimits,
  type updateCustomPlaybackBody,
} from '@kinora/contract'
import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { publicId, uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { type ChangedValues, recordChange } from '../../../platform/events/changes.ts'
import { pageOrigin } from '../../../platform/http/origin.ts'
import { tokenView } from '../../../platform/playback-key.ts'
import { problem } from '../../../platform/problem.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import type { Live } from '../live.ts'
import { loadIngestPorts } from '../streams/ingest-addresses.ts'
import { livestreamUrls } from '../streams/livestream-view.ts'
import { getLivestream } from '../streams/livestreams.ts'
import { lockStream } from '../streams/states.ts'
import { notifyStreams, objectOf, type StreamRow } from '../streams/stream-changes.ts'
import { customPlaybacks } from '../streams/tables.ts'

type PlaybackRow = typeof customPlaybacks.$inferSelect
type Context = Pick<Live, 'db' | 'clock' | 'config' | 'playbackKey'>

/** A custom playback with its stream. */
interface Found {
  readonly stream: StreamRow
  readonly playback: PlaybackRow
}

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
  readonly status?: CustomPlaybackStatus | undefined
}

/** A page of a stream's custom playbacks, newest first. @throws problem not-found */
export async function listCustomPlaybacks(
  live: Context,
  environmentId: string,
  streamId: string,
  { phrase, status, ...page }: ListQuery,
  origin: string,
) {
  const stream = await getLivestream(live.db, environmentId, streamId)
  const where = and(
    playbacksOf(stream),
    matchesPhrase(customPlaybacks.searchText, phrase),
    status && eq(customPlaybacks.status, status),
  )
  return loadPage(page, {
    select: live.db
      .select()
      .from(customPlaybacks)
      .where(where)
      .orderBy(desc(customPlaybacks.createdAt), asc(customPlaybacks.id)),
    total: live.db.$count(customPlaybacks, where),
    view: (rows) =>
      Promise.all(rows.map((playback) => customPlaybackView(live, { stream, playback }, origin))),
  })
}

/** @throws problem not-found, also for a playback of another stream */
export async function getCustomPlayback(
  db: Queryable,
  environmentId: string,
  streamId: string,
  id: string,
): Promise<Found> {
  const stream = await getLivestream(db, environmentId, streamId)
  return { stream, playback: await playbackOf(db, stream, id) }
}

/** @throws problem not-found, custom-playback-limit */
export async function createCustomPlayback(
  { db, clock }: Context,
  caller: Caller,
  streamId: string,
  given: z.output<typeof createCustomPlaybackBody>,
): Promise<Found> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, caller.scope.environmentId, streamId)
    const existing = await tx.$count(customPlaybacks, playbacksOf(stream))
    if (existing >= livestreamLimits.customPlaybacks) throw problem('custom-playback-limit')
    const playback: PlaybackRow = {
      id: uuidv7(at.getTime()),
      streamId: stream.id,
      environmentId: stream.environmentId,
      ...given,
      status: 'resumed',
      playbackId: publicId(),
      searchText: searchTextOf(given),
      addedBy: caller.actor.name,
      createdAt: at,
    }
    await tx.insert(customPlaybacks).values(playback)
    await recordPlayback(tx, caller, { stream, playback }, 'created', { after: factsOf(playback) }, at)
    return { stream, playback }
  })
}

/** Updates the given fields; omitted fields stay. @throws problem not-found */
export function updateCustomPlayback(
  live: Context,
  caller: Caller,
  streamId: string,
  id: string,
  change: z.output<typeof updateCustomPlaybackBody>,
): Promise<Found> {
  return changePlayback(live, caller, streamId, id, async (tx, { stream, playback: before }, at) => {
    const facts = applyPatch(factsOf(before), change)
    const changes = changesBetween(factsOf(before), facts)
    if (changes === null) return before
    const playback = { ...before, ...facts, searchText: searchTextOf(facts) }
    await tx
      .update(customPlaybacks)
      .set({ ...facts, searchText: playback.searchText })
      .where(rowOf(customPlaybacks, before))
    await recordPlayback(tx, caller, { stream, playback }, 'updated', changes, at)
    return playback
  })
}

/** Pauses or resumes a custom playback. Repeated calls change nothing. @throws problem not-found */
export function setCustomPlaybackStatus(
  live: Context,
  caller: Caller,
  streamId: string,
  id: string,
  status: CustomPlaybackStatus,
): Promise<Found> {
  return changePlayback(live, caller, streamId, id, async (tx, { stream, playback: before }, at) => {
    if (before.status === status) return before
    const playback = { ...before, status }
    await tx
      .update(customPlaybacks)
      .set({ status })
      .where(and(rowOf(customPlaybacks, before), eq(customPlaybacks.status, before.status)))
    await recordPlayback(tx, caller, { stream, playback }, status, {}, at)
    return playback
  })
}

/** @throws problem not-found */
export async function deleteCustomPlayback(
  live: Context,
  caller: Caller,
  streamId: string,
  id: string,
): Promise<void> {
  await changePlayback(live, caller, streamId, id, async (tx, found, at) => {
    await tx.delete(customPlaybacks).where(rowOf(customPlaybacks, found.playback))
    await recordPlayback(tx, caller, found, 'deleted', { before: factsOf(found.playback) }, at)
    return found.playback
  })
}

/** The API's view. @param origin public scheme and host */
export async function customPlaybackView(
  live: Context,
  { stream, playback }: Found,
  origin: string,
): Promise<CustomPlayback> {
  const { id, name, partner, genre, language, category, status, playbackId, addedBy } = playback
  const [ports, token] = await Promise.all([
    loadIngestPorts(live),
    createPlaybackToken(live, { ...stream, playbackId }),
  ])
  return {
    id,
    livestreamId: stream.id,
    name,
    partner,
    genre,
    language,
    category,
    status,
    playbackId,
    urls: livestreamUrls(playbackId, ports, origin, pageOrigin(origin, live.config)),
    playbackToken: tokenView(token),
    addedBy,
    addedAt: playback.createdAt.toISOString(),
  }
}

/** Changes a playback under the lock of its stream, and announces the change. @throws problem not-found */
async function changePlayback(
  { db, clock }: Context,
  caller: Caller,
  streamId: string,
  id: string,
  change: (tx: Transaction, found: Found, at: Date) => Promise<PlaybackRow>,
): Promise<Found> {
  return db.transaction(async (tx) => {
    const stream = await lockStream(tx, caller.scope.environmentId, streamId)
    const found = { stream, playback: await playbackOf(tx, stream, id) }
    const playback = await change(tx, found, clock.now())
    await notifyStreams(tx, stream.id)
    return { stream, playback }
  })
}

/** @throws problem not-found */
async function playbackOf(db: Queryable, stream: StreamRow, id: string): Promise<PlaybackRow> {
  const [row] = await db
    .select()
    .from(customPlaybacks)
    .where(and(playbacksOf(stream), rowOf(customPlaybacks, { id, environmentId: stream.environmentId })))
  if (row === undefined) throw problem('not-found')
  return row
}

function playbacksOf({ id, environmentId }: StreamRow): SQL | undefined {
  return and(eq(customPlaybacks.streamId, id), eq(customPlaybacks.environmentId, environmentId))
}

type Facts = Pick<PlaybackRow, 'name' | 'partner' | 'genre' | 'language' | 'category'>

/** Fields that people set, and that the audit trail records. */
function factsOf({ name, partner, genre, language, category }: PlaybackRow): Facts {
  return { name, partner, genre, language, category }
}

function searchTextOf({ name, partner, genre, language, category }: Facts): string {
  return fold([name, partner, genre, language, category].filter((text) => text !== null).join(' '))
}

type Verb = 'created' | 'updated' | 'paused' | 'resumed' | 'deleted'

/** Records a change as an event of the stream, and in the audit trail. */
async function recordPlayback(
  tx: Transaction,
  caller: Caller,
  { stream, playback }: Found,
  verb: Verb,
  values: ChangedValues,
  at: Date,
): Promise<void> {
  const { id, name, partner, status, playbackId } = playback
  const type = `video.live_stream.custom_playback.${verb}` as const
  const data = { customPlaybackId: id, name, partner, status, playbackId }
  await recordChange(tx, caller, { object: objectOf(stream), event: { type, data } }, at)
  const audit = { action: `custom_playback.${verb}`, ...values } as const
  await recordChange(tx, caller, { object: { type: 'custom_playback', id, name }, audit }, at)
}
