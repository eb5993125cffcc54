import { messages, thumbnailLimits } from '@kinora/contract'
import { eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { audit, changesBetween, type Deed } from '../../../platform/events/audit.ts'
import { emit } from '../../../platform/events/outbox.ts'
import { problem } from '../../../platform/problem.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentOf, type Doer, emitContent, lockContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { contents } from '../contents/tables.ts'
import { assertRoomFor } from '../files/free-space.ts'
import { keepFile, removeFile } from '../files/removals.ts'
import { keptKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { thumbnails } from './tables.ts'
import { type ThumbnailRow, thumbnailOf, thumbnailsOf } from './thumbnail-view.ts'

/** Until then whatever stores a picture has written it down, or has failed. */
const UNUSED_AFTER_S = 3600

/** A picture as it will be kept. */
export type NewPicture = Pick<
  ThumbnailRow,
  'kind' | 'origin' | 'format' | 'sourceId' | 'startS' | 'endS' | 'width' | 'height' | 'fileName'
>

/**
 * Keeps a picture, unless it is there already: then it answers that one.
 * @param draw is asked only where the picture is wanted
 * @throws problem not-found, in-trash, thumbnail-limit, storage-full
 */
export async function keepPicture(
  library: Library,
  doer: Doer,
  contentId: string,
  picture: NewPicture,
  draw: () => Promise<Buffer>,
): Promise<ThumbnailRow> {
  const { environmentId } = doer.scope
  const present = await presentOf(library.db, environmentId, contentId, picture)
  if (present !== null) return present
  const body = await draw()
  await assertRoomFor(library, body.length)
  const createdAt = library.clock.now()
  const row: ThumbnailRow = {
    ...picture,
    id: uuidv7(createdAt.getTime()),
    contentId,
    environmentId,
    sizeBytes: body.length,
    createdBy: doer.actor.name,
    createdAt,
  }
  const key = keptKey(contentId, row)
  // Before there is a file, so that none is left over whatever happens next.
  const removalId = await library.db.transaction((tx) =>
    removeFile(library, tx, environmentId, key, UNUSED_AFTER_S),
  )
  await library.storage.put(key, body, row.format === 'gif' ? 'image/gif' : 'image/jpeg')
  const kept = await library.db.transaction(async (tx) => {
    await lockContent(tx, environmentId, contentId)
    const meanwhile = await presentOf(tx, environmentId, contentId, picture)
    if (meanwhile !== null) return meanwhile
    await keepFile(tx, removalId)
    await tx.insert(thumbnails).values(row)
    await tell(library, tx, doer, row, 'created', { after: factsOf(row) })
    return row
  })
  if (kept.id !== row.id) await library.storage.delete(key)
  return kept
}

/** The same picture of the same file, where it is kept; what was uploaded is new each time. @throws problem thumbnail-limit */
async function presentOf(
  db: Queryable,
  environmentId: string,
  contentId: string,
  wanted: NewPicture,
): Promise<ThumbnailRow | null> {
  const all = await thumbnailsOf(db, environmentId, contentId)
  const found = all.find(
    (row) =>
      wanted.origin === 'captured' &&
      row.origin === 'captured' &&
      row.kind === wanted.kind &&
      row.sourceId === wanted.sourceId &&
      row.startS === wanted.startS &&
      row.endS === wanted.endS &&
      row.width === wanted.width &&
      row.height === wanted.height,
  )
  if (found === undefined && all.length >= thumbnailLimits.most) throw problem('thumbnail-limit')
  return found ?? null
}

/** Deletes a picture. The poster goes back to the one that was drawn. @throws problem not-found, in-trash */
export async function deleteThumbnail(
  library: Library,
  doer: Doer,
  contentId: string,
  id: string,
): Promise<void> {
  const { environmentId } = doer.scope
  await library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const row = await thumbnailOf(tx, environmentId, contentId, id)
    if (content.posterId === id) await setPoster(library, tx, content, null)
    await tx.delete(thumbnails).where(eq(thumbnails.id, id))
    await removeFile(library, tx, environmentId, keptKey(contentId, row))
    await tell(library, tx, doer, row, 'deleted', { before: factsOf(row) })
  })
}

/** @param id null for the poster that was drawn. @throws problem not-found, in-trash, request-invalid for a GIF */
export async function choosePoster(
  library: Library,
  doer: Doer,
  contentId: string,
  id: string | null,
): Promise<ContentRow> {
  const { environmentId } = doer.scope
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const asked = id ?? content.posterId
    if (asked === null || id === content.posterId) return content
    const row = await thumbnailOf(tx, environmentId, contentId, asked)
    if (row.kind !== 'still')
      throw problem('request-invalid', {
        errors: [{ path: 'body.thumbnailId', message: messages.stillAsPoster }],
      })
    const changed = await setPoster(library, tx, content, id)
    const changes = changesBetween({ posterId: content.posterId }, { posterId: id })
    await auditThumbnail(library, tx, doer, row, 'chosen', changes ?? {})
    return changed
  })
}

async function setPoster(
  library: Library,
  tx: Transaction,
  { id }: ContentRow,
  posterId: string | null,
): Promise<ContentRow> {
  const [changed] = await tx.update(contents).set({ posterId }).where(eq(contents.id, id)).returning()
  if (changed === undefined) throw problem('not-found')
  await emitContent(library, tx, changed, 'video.asset.updated')
  await notifyPlayers(tx, changed)
  return changed
}

/** Announces and writes down what was done to a picture, in the transaction that does it. */
async function tell(
  library: Library,
  tx: Transaction,
  doer: Doer,
  row: ThumbnailRow,
  deed: 'created' | 'deleted',
  changes: Pick<Deed, 'before' | 'after'>,
): Promise<void> {
  const { id, environmentId, contentId, kind, width, height } = row
  await emit(tx, {
    environmentId,
    type: `video.thumbnail.${deed}`,
    objectType: 'thumbnail',
    objectId: id,
    data: { contentId, kind, width, height },
    at: library.clock.now(),
  })
  await auditThumbnail(library, tx, doer, row, deed, changes)
}

async function auditThumbnail(
  { clock }: Pick<Library, 'clock'>,
  tx: Transaction,
  { actor, scope }: Doer,
  { id, contentId }: ThumbnailRow,
  deed: 'created' | 'chosen' | 'deleted',
  changes: Pick<Deed, 'before' | 'after'>,
): Promise<void> {
  const { organizationId, environmentId } = scope
  const { title } = await contentOf(tx, environmentId, contentId)
  await audit(tx, {
    organizationId,
    environmentId,
    action: `thumbnail.${deed}`,
    actor,
    object: { type: 'thumbnail', id, name: title },
    ...changes,
    at: clock.now(),
  })
}

function factsOf({ contentId, kind, origin, startS, endS, width, height, fileName }: ThumbnailRow) {
  return { contentId, kind, origin, time: startS, end: endS, width, height, fileName }
}
