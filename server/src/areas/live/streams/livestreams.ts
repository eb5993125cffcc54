import { type createLivestreamBody, livestreamLimits, type updateLivestreamBody } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { publicId, uuidv7 } from '../../../platform/database/ids.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange, recordEvents } from '../../../platform/events/changes.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { problem } from '../../../platform/problem.ts'
import { assertProfileExists, normalizeRestrictions, unrestricted } from '../../library/index.ts'
import type { Live } from '../live.ts'
import { releaseSlateImage } from './slate-files.ts'
import { assertSource, orderedSource, showsOtherVideo } from './source-check.ts'
import type { SourceChecks } from './source-checks.ts'
import { storedSource } from './source-secrets.ts'
import { disconnection, lockStream } from './states.ts'
import { notifyStreams, type StreamRow, streamAudit, streamEvent } from './stream-changes.ts'
import { insertStreamKey } from './stream-keys.ts'
import { liveStreams } from './tables.ts'

/** @throws problem not-found for an unknown profile, livestream-limit */
export async function createLivestream(
  live: Pick<Live, 'db' | 'clock' | 'secrets' | 'config' | 'usage'>,
  { actor, scope }: Caller,
  { playbackRestrictions, tags, scheduledAt, ...given }: z.output<typeof createLivestreamBody>,
): Promise<StreamRow> {
  const { environmentId } = scope
  await live.usage.assertMayStart(live.db, environmentId)
  const at = live.clock.now()
  const sourcePolicy = await assertSource(live, scope, given.source)
  const fields = {
    ...given,
    playbackPolicy: given.playbackPolicy ?? sourcePolicy,
    tags: [...new Set(tags)],
    scheduledAt: dateOf(scheduledAt),
    playbackRestrictions: normalizeRestrictions(playbackRestrictions ?? unrestricted),
  }
  const row: StreamRow = {
    id: uuidv7(at.getTime()),
    environmentId,
    ...fields,
    ...storedSource(live.secrets, given.source),
    status: 'idle',
    started: true,
    playbackId: publicId(),
    searchText: searchTextOf(fields),
    activeSince: null,
    recordingId: null,
    testSignalUntil: null,
    backupConnected: false,
    slateImageId: null,
    addedBy: actor.name,
    addedById: actor.userId,
    createdAt: at,
  }
  return live.db.transaction(async (tx) => {
    await assertProfileExists(tx, environmentId, row.encodingProfileId)
    await assertBelowLimit(tx, liveStreams, eq(liveStreams.environmentId, environmentId), {
      lock: `live streams ${environmentId}`,
      most: livestreamLimits.most,
      problem: 'livestream-limit',
    })
    await tx.insert(liveStreams).values(row)
    await insertStreamKey(live.secrets, tx, row, at)
    const audit = { action: 'live_stream.created', after: editableOf(row) } as const
    await recordChange(tx, { actor, scope }, { ...streamEvent(row, 'video.live_stream.created'), audit }, at)
    return row
  })
}

/** @throws problem not-found, also for a stream of another environment */
export async function getLivestream(db: Queryable, environmentId: string, id: string): Promise<StreamRow> {
  const [row] = await db.select().from(liveStreams).where(rowOf(liveStreams, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return row
}

/** Context of changes of sources. */
export interface CheckingSources {
  readonly sourceChecks: SourceChecks
}

/** Updates the given fields; omitted fields stay.
 * @throws problem not-found, also for an unknown profile or video, url-not-allowed, content-not-ready, and those of other areas for a
 * source */
export async function updateLivestream(
  {
    db,
    clock,
    config,
    secrets,
    sourceChecks,
  }: Pick<Live, 'db' | 'clock' | 'config' | 'secrets'> & CheckingSources,
  caller: Caller,
  id: string,
  change: z.output<typeof updateLivestreamBody>,
): Promise<StreamRow> {
  const { environmentId } = caller.scope
  const at = clock.now()
  const sourcePolicy = change.source
    ? await assertSource({ db, config }, caller.scope, change.source)
    : 'public'
  return db.transaction(async (tx) => {
    const before = await lockStream(tx, environmentId, id)
    if (change.encodingProfileId) await assertProfileExists(tx, environmentId, change.encodingProfileId)
    const { source, sourceUrlEncrypted } = change.source
      ? storedSource(secrets, change.source, before)
      : before
    const fields = changedFields(before, { ...change, source })
    const isPolicyGiven = change.playbackPolicy !== undefined
    if (sourcePolicy === 'signed' && !isPolicyGiven && showsOtherVideo(before.source, source))
      fields.playbackPolicy = 'signed'
    const changes = changesBetween(editableOf(before), fields)
    if (changes === null && sourceUrlEncrypted === before.sourceUrlEncrypted) return before
    const scheduledAt = dateOf(fields.scheduledAt)
    const [row] = await tx
      .update(liveStreams)
      .set({ ...fields, scheduledAt, sourceUrlEncrypted, searchText: searchTextOf(fields) })
      .where(rowOf(liveStreams, before))
      .returning()
    if (row === undefined) throw problem('not-found')
    if (change.source) await sourceChecks.run(tx, row)
    const audit = { action: 'live_stream.updated', ...changes } as const
    await recordChange(tx, caller, { ...streamEvent(row, 'video.live_stream.updated'), audit }, at)
    await notifyStreams(tx, row.id)
    return row
  })
}

/** Deletes the stream with its keys and custom playbacks. A live node that has it disconnects the publisher.
 * @throws problem not-found */
export async function deleteLivestream(
  { db, clock, jobs }: Pick<Live, 'db' | 'clock' | 'jobs'>,
  caller: Caller,
  id: string,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const row = await lockStream(tx, caller.scope.environmentId, id)
    await tx.delete(liveStreams).where(rowOf(liveStreams, row))
    await releaseSlateImage({ clock, jobs }, tx, row)
    const events = [...disconnection(row), 'video.live_stream.deleted'] as const
    const changes = events.map((type) => streamEvent(row, type))
    await recordEvents(tx, row.environmentId, changes, at)
    const before = { ...editableOf(row), status: row.status, playbackId: row.playbackId }
    await recordChange(tx, caller, streamAudit(row, 'live_stream.deleted', { before }), at)
    await notifyStreams(tx, row.id)
  })
}

/** Resets streams with a deleted profile to the default profile of the environment. */
export const profilesOfStreams: Subscription = {
  name: 'live.encoding-profiles',
  types: ['video.encoding_profile.deleted'],
  async handle(tx, { environmentId, event }) {
    const rows = await tx
      .update(liveStreams)
      .set({ encodingProfileId: null })
      .where(
        and(eq(liveStreams.environmentId, environmentId), eq(liveStreams.encodingProfileId, event.object.id)),
      )
      .returning({ id: liveStreams.id })
    for (const { id } of rows) await notifyStreams(tx, id)
  },
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time))
const isoOf = (time: Date | null) => time?.toISOString() ?? null

type Editable = ReturnType<typeof editableOf>

/** Fields that people set, and that the audit trail records. */
function editableOf(row: StreamRow) {
  const { name, record, group, latencyMode, dvrWindowS, reconnectWindowS, takeover } = row
  const { encodingProfileId, playbackPolicy, tags, adMarkers } = row
  return {
    name,
    record,
    group,
    latencyMode,
    dvrWindowS,
    reconnectWindowS,
    takeover,
    adMarkers,
    encodingProfileId,
    playbackPolicy,
    tags,
    scheduledAt: isoOf(row.scheduledAt),
    source: orderedSource(row.source),
    // The database sorts the keys of objects, and changes are compared as text.
    playbackRestrictions: normalizeRestrictions(row.playbackRestrictions),
    metadata: row.metadata.map(({ key, value, type }) => ({ key, value, type })),
  }
}

function changedFields(before: StreamRow, change: z.output<typeof updateLivestreamBody>): Editable {
  const fields = applyPatch(editableOf(before), change)
  return {
    ...fields,
    scheduledAt: isoOf(dateOf(fields.scheduledAt)),
    source: orderedSource(fields.source),
    playbackRestrictions: normalizeRestrictions(fields.playbackRestrictions),
    tags: [...new Set(fields.tags)],
  }
}

function searchTextOf({
  name,
  group,
  tags,
  metadata,
}: Pick<StreamRow, 'name' | 'group' | 'tags' | 'metadata'>) {
  const known = metadata.flatMap(({ key, value }) => [key, value])
  return fold([name, group ?? '', ...tags, ...known].join(' '))
}
