import { type AudioRole, canonicalLanguage, maxAudioTracks, type Upload } from '@kinora/contract'
import type { Plan } from '@kinora/media'
import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { problem } from '../../../platform/problem.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentOf, type Doer, lockContent } from '../contents/contents.ts'
import { notifyPlayers, notifyWorkers } from '../contents/notify.ts'
import { renditions, uploads } from '../contents/tables.ts'
import { assertRoomFor } from '../files/free-space.ts'
import { removeFile, removeSuperseded, removeUpload } from '../files/removals.ts'
import { trackKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { beginUpload } from '../uploads/upload-rows.ts'
import { assertFetchable, fileNameOf } from '../uploads/url-uploads.ts'
import { tellTrack } from './audio-track-events.ts'
import { type AudioTrackRow, trackOf, tracksOf, wordsOf } from './audio-track-view.ts'
import { audioTracks } from './tables.ts'
import { enqueueTrack } from './track-making.ts'

interface Given {
  readonly name: string
  readonly languageCode: string
  readonly role: AudioRole
  readonly isDefault: boolean
}

/** Those that were added stand behind those of the file. */
const addedPlace = 100

/** @throws problem not-found, in-trash, content-not-ready, audio-track-limit, url-not-allowed, storage-full */
export async function addTrackByUrl(
  library: Library,
  doer: Doer,
  contentId: string,
  { url, ...given }: Given & { readonly url: string },
): Promise<AudioTrackRow> {
  const { environmentId } = doer.scope
  await contentOf(library.db, environmentId, contentId)
  await assertRoomFor(library, 0)
  await assertFetchable(library, url)
  const file = { fileName: fileNameOf(new URL(url)), sourceUrl: url, status: 'downloading' } as const
  return library.db.transaction(async (tx) => {
    const row = await insertTrack(library, tx, doer, contentId, { ...given, ...file, id: uuidv7() })
    await enqueueTrack(library, tx, row)
    return row
  })
}

/** The same by an upload in parts. */
export async function addTrackByUpload(
  library: Library,
  doer: Doer,
  contentId: string,
  { fileName, fileSize, ...given }: Given & { readonly fileName: string; readonly fileSize: number },
): Promise<{ track: AudioTrackRow; upload: Upload }> {
  const { environmentId } = doer.scope
  await contentOf(library.db, environmentId, contentId)
  await assertRoomFor(library, fileSize)
  const id = uuidv7()
  const file = { environmentId, contentId, kind: 'track', targetId: id, fileName, fileSize } as const
  const upload = await beginUpload(library, file, async (tx) => {
    const said = { ...given, id, fileName, sourceUrl: null, status: 'uploading' } as const
    await insertTrack(library, tx, doer, contentId, said)
  })
  return { track: await trackOf(library.db, contentId, id), upload }
}

async function insertTrack(
  library: Library,
  tx: Transaction,
  doer: Doer,
  contentId: string,
  given: Given & Pick<AudioTrackRow, 'id' | 'fileName' | 'sourceUrl' | 'status'>,
): Promise<AudioTrackRow> {
  const content = await lockContent(tx, doer.scope.environmentId, contentId)
  if (content.status !== 'ready') throw problem('content-not-ready')
  const there = await tracksOf(tx, contentId)
  if (there.length >= maxAudioTracks) throw problem('audio-track-limit')
  const isDefault = given.isDefault || there.length === 0
  if (isDefault) await clearDefault(tx, contentId)
  const [row] = await tx
    .insert(audioTracks)
    .values({
      ...given,
      contentId,
      environmentId: content.environmentId,
      renditionName: `track-${given.id}`,
      isAdded: true,
      position: addedPlace,
      isDefault,
      languageCode: canonicalLanguage(given.languageCode),
      createdAt: library.clock.now(),
    })
    .returning()
  if (row === undefined) throw new Error('an audio track was not inserted')
  await tellTrack(library, tx, row, 'created', doer, { after: editableOf(row) })
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
  doer: Doer,
  contentId: string,
  id: string,
  change: Change,
): Promise<AudioTrackRow> {
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, doer.scope.environmentId, contentId)
    const current = await trackOf(tx, contentId, id)
    if (change.isDefault && !current.isDefault) await clearDefault(tx, contentId)
    const [row] = await tx
      .update(audioTracks)
      .set({
        name: change.name ?? current.name,
        languageCode: change.languageCode ?? current.languageCode,
        role: change.role ?? current.role,
        isDefault: change.isDefault ?? current.isDefault,
      })
      .where(eq(audioTracks.id, id))
      .returning()
    if (row === undefined) throw problem('not-found')
    const changes = changesBetween(editableOf(current), editableOf(row))
    if (changes === null) return row
    await tellTrack(library, tx, row, 'updated', doer, changes)
    await notifyPlayers(tx, content)
    return row
  })
}

/** Where it was the default, the first of those that are left is. @throws problem not-found, in-trash, audio-track-of-source */
export async function deleteTrack(
  library: Library,
  doer: Doer,
  contentId: string,
  id: string,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    // Uploads before contents, as everywhere.
    const pending = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.targetId, id), eq(uploads.contentId, contentId)))
      .for('update')
    const content = await lockContent(tx, doer.scope.environmentId, contentId)
    const row = await trackOf(tx, contentId, id)
    if (!row.isAdded) throw problem('audio-track-of-source')
    for (const upload of pending) if (upload.status === 'pending') await removeUpload(library, tx, upload)
    await tx.delete(uploads).where(eq(uploads.targetId, id))
    await removeTrack(library, tx, content, row)
    await tellTrack(library, tx, row, 'deleted', doer, { before: editableOf(row) })
  })
}

/** Takes a track and its files away, in a transaction that holds the content. */
export async function removeTrack(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  { id, renditionName }: AudioTrackRow,
): Promise<void> {
  await tx.delete(audioTracks).where(eq(audioTracks.id, id))
  const old = await tx
    .delete(renditions)
    .where(and(eq(renditions.contentId, content.id), eq(renditions.name, renditionName)))
    .returning({ filesId: renditions.filesId })
  const places = old.map(({ filesId }) => filesId)
  await removeSuperseded(library, tx, content, places)
  await removeFile(library, tx, content.environmentId, trackKey(content.id, id))
  await notifyWorkers(tx, id)
  await keepOneDefault(tx, content.id)
  await notifyPlayers(tx, content)
}

/**
 * The tracks of a video's file, as its plan has them. What people said of one stays with it, unless another file
 * brings another track in its place.
 * @param before the plan of the file that was there
 */
export async function keepSourceTracks(
  { clock }: Pick<Library, 'clock'>,
  tx: Transaction,
  { id: contentId, environmentId }: ContentRow,
  plan: Plan,
  before: Plan | null = null,
): Promise<void> {
  const there = (await tracksOf(tx, contentId)).filter(({ isAdded }) => !isAdded)
  const isOther = ({ renditionName }: AudioTrackRow) => {
    const [old, next] = [before ?? plan, plan].map(({ audio }) =>
      audio.find(({ name }) => name === renditionName),
    )
    return next === undefined || next.language !== old?.language || next.title !== old.title
  }
  const gone = there.filter(isOther).map(({ id }) => id)
  if (gone.length > 0) await tx.delete(audioTracks).where(inArray(audioTracks.id, gone))
  const createdAt = clock.now()
  const values = plan.audio.map((track, position) => ({
    ...{ id: uuidv7(), contentId, environmentId, renditionName: track.name, isAdded: false, position },
    ...{ name: track.title, languageCode: track.language, isDefault: false },
    ...{ role: 'main' as const, status: 'ready' as const, progress: 1, createdAt },
  }))
  if (values.length > 0) await tx.insert(audioTracks).values(values).onConflictDoNothing()
  await keepOneDefault(tx, contentId, plan.audio.find(({ isDefault }) => isDefault)?.name)
}

/** Where none is the default, the track of that rendition becomes it, or else the first. */
async function keepOneDefault(tx: Transaction, contentId: string, wanted?: string): Promise<void> {
  const rows = await tracksOf(tx, contentId)
  if (rows.some(({ isDefault }) => isDefault)) return
  const next = rows.find(({ renditionName }) => renditionName === wanted) ?? rows[0]
  if (next) await tx.update(audioTracks).set({ isDefault: true }).where(eq(audioTracks.id, next.id))
}

async function clearDefault(tx: Transaction, contentId: string): Promise<void> {
  await tx.update(audioTracks).set({ isDefault: false }).where(eq(audioTracks.contentId, contentId))
}

function editableOf(row: AudioTrackRow) {
  const { name, language } = wordsOf(row)
  return { name, languageCode: language, role: row.role, isDefault: row.isDefault }
}
