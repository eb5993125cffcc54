import {
  type AudioRole,
  canonicalLanguage,
  type MediaErrorId,
  maxAudioTracks,
  type Upload,
} from '@kinora/contract'
import type { Plan, SourceAudio } from '@kinora/media'
import { and, eq, inArray } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { storeAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { getContent, lockContent } from '../contents/contents.ts'
import { cancelWork, notifyPlayers } from '../contents/notify.ts'
import { partOf } from '../contents/part-of.ts'
import { renditions, uploads } from '../contents/tables.ts'
import { scheduleOutputRemovals, scheduleRemoval, scheduleUploadRemoval } from '../files/removals.ts'
import { trackKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { assertHasSource } from '../recordings/source-less.ts'
import { beginUpload } from '../uploads/upload-rows.ts'
import { fileNameOf } from '../uploads/url-uploads.ts'
import { recordTrack } from './audio-track-events.ts'
import { type AudioTrackRow, getTrack, listTracks, trackLabel } from './audio-track-view.ts'
import { audioTracks } from './tables.ts'
import { enqueueTrack } from './track-encoding.ts'

interface TrackFields {
  readonly name: string
  readonly languageCode: string
  readonly role: AudioRole
  readonly isDefault: boolean
}

/** Added tracks come after those of the source file. */
const addedPosition = 100

/** @throws problem not-found, recording-has-no-source, in-trash, content-not-ready, audio-track-limit,
 * url-not-allowed, storage-full */
export async function addTrackByUrl(
  library: Library,
  caller: Caller,
  contentId: string,
  { url, ...fields }: TrackFields & { readonly url: string },
): Promise<AudioTrackRow> {
  const { environmentId } = caller.scope
  assertHasSource(await getContent(library.db, environmentId, contentId))
  await assertFreeSpace(library, 0)
  await assertFetchable(library, url)
  const file = {
    fileName: fileNameOf(new URL(url)),
    sourceUrl: storeAddress(library.secrets, url),
    status: 'downloading',
  } as const
  return library.db.transaction(async (tx) => {
    const row = await insertTrack(library, tx, caller, contentId, { ...fields, ...file, id: uuidv7() })
    await enqueueTrack(library, tx, row)
    return row
  })
}

/** Like `addTrackByUrl`, with an upload in parts. */
export async function addTrackByUpload(
  library: Library,
  caller: Caller,
  contentId: string,
  { fileName, fileSize, ...fields }: TrackFields & { readonly fileName: string; readonly fileSize: number },
): Promise<{ track: AudioTrackRow; upload: Upload }> {
  const { environmentId } = caller.scope
  assertHasSource(await getContent(library.db, environmentId, contentId))
  await assertFreeSpace(library, fileSize)
  const id = uuidv7()
  const file = { environmentId, contentId, kind: 'track', targetId: id, fileName, fileSize } as const
  const upload = await beginUpload(library, file, async (tx) => {
    const values = { ...fields, id, fileName, sourceUrl: null, status: 'uploading' } as const
    await insertTrack(library, tx, caller, contentId, values)
  })
  return { track: await getTrack(library.db, { id: contentId, environmentId }, id), upload }
}

async function insertTrack(
  library: Library,
  tx: Transaction,
  caller: Caller,
  contentId: string,
  fields: TrackFields & Pick<AudioTrackRow, 'id' | 'fileName' | 'sourceUrl' | 'status'>,
): Promise<AudioTrackRow> {
  const content = await lockContent(tx, caller.scope.environmentId, contentId)
  if (content.status !== 'ready') throw problem('content-not-ready')
  const existing = await listTracks(tx, content)
  if (existing.length >= maxAudioTracks) throw problem('audio-track-limit')
  const isDefault = fields.isDefault || !existing.some((track) => track.isDefault)
  if (isDefault) await clearDefault(tx, content)
  const [row] = await tx
    .insert(audioTracks)
    .values({
      ...fields,
      contentId,
      environmentId: content.environmentId,
      renditionName: `track-${fields.id}`,
      isAdded: true,
      position: addedPosition,
      isDefault,
      languageCode: canonicalLanguage(fields.languageCode),
      createdAt: library.clock.now(),
    })
    .returning()
  if (row === undefined) throw new Error('an audio track was not inserted')
  await recordTrack(tx, caller, row, 'created', { after: editableOf(row) }, library.clock.now())
  return row
}

interface Change {
  readonly name?: string | undefined
  readonly languageCode?: string | undefined
  readonly role?: AudioRole | undefined
  readonly isDefault?: true | undefined
}

/** @throws problem not-found, in-trash */
export async function updateTrack(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string,
  change: Change,
): Promise<AudioTrackRow> {
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, caller.scope.environmentId, contentId)
    const current = await getTrack(tx, content, id)
    if (change.isDefault && !current.isDefault) await clearDefault(tx, content)
    const { name, languageCode, role, isDefault } = current
    const [row] = await tx
      .update(audioTracks)
      .set(applyPatch({ name, languageCode, role, isDefault }, change))
      .where(rowOf(audioTracks, current))
      .returning()
    if (row === undefined) throw problem('not-found')
    const changes = changesBetween(editableOf(current), editableOf(row))
    if (changes === null) return row
    await recordTrack(tx, caller, row, 'updated', changes, library.clock.now())
    await notifyPlayers(tx, content)
    return row
  })
}

/**
 * Deletes an added track. If it was the default, the first remaining track becomes the default.
 * @throws problem not-found, in-trash, audio-track-of-source
 */
export async function deleteTrack(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const isOfTrack = and(
      eq(uploads.environmentId, caller.scope.environmentId),
      eq(uploads.contentId, contentId),
      eq(uploads.targetId, id),
    )
    // Uploads are locked before contents everywhere.
    const pending = await tx.select().from(uploads).where(isOfTrack).for('update')
    const content = await lockContent(tx, caller.scope.environmentId, contentId)
    const row = await getTrack(tx, content, id)
    if (!row.isAdded) throw problem('audio-track-of-source')
    for (const upload of pending)
      if (upload.status === 'pending') await scheduleUploadRemoval(library, tx, upload)
    await tx.delete(uploads).where(isOfTrack)
    await removeTrack(library, tx, content, row)
    await recordTrack(tx, caller, row, 'deleted', { before: editableOf(row) }, library.clock.now())
  })
}

/** Deletes a track and its files in a transaction that has locked the content. */
export async function removeTrack(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  track: AudioTrackRow,
): Promise<void> {
  const { id, renditionName } = track
  await tx.delete(audioTracks).where(rowOf(audioTracks, track))
  const old = await tx
    .delete(renditions)
    .where(and(eq(renditions.contentId, content.id), eq(renditions.name, renditionName)))
    .returning({ outputId: renditions.outputId })
  const outputIds = old.map(({ outputId }) => outputId)
  await scheduleOutputRemovals(library, tx, content, outputIds)
  await scheduleRemoval(library, tx, content.environmentId, trackKey(content.id, id))
  await cancelWork(tx, id)
  await ensureDefaultTrack(tx, content)
  await notifyPlayers(tx, content)
}

/**
 * Updates the tracks of the source file to match its plan. A track keeps its edited name, language and role unless the
 * new file has a different track in that position.
 * @param before the plan of the previous file
 */
export async function syncSourceTracks(
  { clock }: Pick<Library, 'clock'>,
  tx: Transaction,
  content: ContentRow,
  analysis: Analysis,
  before: Plan | null = null,
): Promise<void> {
  const existing = (await listTracks(tx, content)).filter(({ isAdded }) => !isAdded)
  const { plan, lostAudio = [] } = analysis
  const lostNames = new Set(lostAudio.map(lostName))
  const isReplaced = ({ renditionName }: AudioTrackRow) => {
    if (lostNames.has(renditionName)) return false
    const [old, next] = [before ?? plan, plan].map(({ audio }) =>
      audio.find(({ name }) => name === renditionName),
    )
    return next === undefined || next.language !== old?.language || next.title !== old.title
  }
  const replacedIds = existing.filter(isReplaced).map(({ id }) => id)
  if (replacedIds.length > 0)
    await tx
      .delete(audioTracks)
      .where(and(partOf(audioTracks, content), inArray(audioTracks.id, replacedIds)))
  const values = sourceTracks(content, analysis, clock.now())
  const rows =
    values.length === 0 ? [] : await tx.insert(audioTracks).values(values).onConflictDoNothing().returning()
  for (const row of rows)
    if (row.status === 'failed') await recordTrack(tx, null, row, 'errored', {}, clock.now())
  await ensureDefaultTrack(tx, content, plan.audio.find(({ isDefault }) => isDefault)?.name)
}

/** Rows of the tracks of the source file in its order, with those that cannot be decoded. */
function sourceTracks(
  { id: contentId, environmentId }: ContentRow,
  { plan, source, lostAudio = [] }: Analysis,
  createdAt: Date,
): (typeof audioTracks.$inferInsert)[] {
  const order = [...source.audio, ...lostAudio].map(({ index }) => index).sort((a, b) => a - b)
  const common = (name: string | null, languageCode: string | null, index: number) => ({
    id: uuidv7(),
    contentId,
    environmentId,
    name,
    languageCode,
    position: order.indexOf(index),
    isAdded: false,
    isDefault: false,
    role: 'main' as const,
    createdAt,
  })
  const made = plan.audio.map(({ name: renditionName, title, language, sourceIndex }) => ({
    ...common(title, language, sourceIndex),
    renditionName,
    status: 'ready' as const,
    progress: 1,
  }))
  const failed = lostAudio.map((track) => ({
    ...common(track.title, track.language, track.index),
    renditionName: lostName(track),
    status: 'failed' as const,
    errorId: 'media-audio-track' satisfies MediaErrorId,
  }))
  return [...made, ...failed]
}

function lostName({ index }: SourceAudio): string {
  return `lost-${index}`
}

/** If no track is the default, makes the track of that rendition the default, or else the first one. */
async function ensureDefaultTrack(
  tx: Transaction,
  content: ContentRef,
  preferredName?: string,
): Promise<void> {
  const rows = (await listTracks(tx, content)).filter(({ isAdded, status }) => isAdded || status === 'ready')
  if (rows.some(({ isDefault }) => isDefault)) return
  const next = rows.find(({ renditionName }) => renditionName === preferredName) ?? rows[0]
  if (next) await tx.update(audioTracks).set({ isDefault: true }).where(rowOf(audioTracks, next))
}

async function clearDefault(tx: Transaction, content: ContentRef): Promise<void> {
  await tx.update(audioTracks).set({ isDefault: false }).where(partOf(audioTracks, content))
}

function editableOf(row: AudioTrackRow) {
  const { name, language } = trackLabel(row)
  return { name, languageCode: language, role: row.role, isDefault: row.isDefault }
}
