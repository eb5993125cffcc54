import { messages, thumbnailLimits } from '@kinora/contract'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { type Change, type ChangedValues, recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { getContent, lockContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { contents } from '../contents/tables.ts'
import { cancelRemoval, scheduleRemoval } from '../files/removals.ts'
import { thumbnailKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { thumbnails } from './tables.ts'
import { getThumbnail, listThumbnails, type ThumbnailRow } from './thumbnail-view.ts'

/** Longer than it takes to store an image and insert its row. */
const UNUSED_AFTER_S = 3600

/** The values of a new thumbnail. */
export type NewThumbnail = Pick<
  ThumbnailRow,
  'kind' | 'origin' | 'format' | 'sourceId' | 'startS' | 'endS' | 'width' | 'height' | 'fileName'
>

/**
 * Stores a thumbnail, or returns the existing one.
 * @param render called only if the thumbnail is new
 * @throws problem not-found, in-trash, thumbnail-limit, storage-full
 */
export async function storeThumbnail(
  library: Library,
  caller: Caller,
  contentId: string,
  thumbnail: NewThumbnail,
  render: () => Promise<Buffer>,
): Promise<ThumbnailRow> {
  const { environmentId } = caller.scope
  const existing = await findSameThumbnail(library.db, environmentId, contentId, thumbnail)
  if (existing !== null) return existing
  const body = await render()
  await assertFreeSpace(library, body.length)
  const createdAt = library.clock.now()
  const row: ThumbnailRow = {
    ...thumbnail,
    id: uuidv7(createdAt.getTime()),
    contentId,
    environmentId,
    sizeBytes: body.length,
    createdBy: caller.actor.name,
    createdAt,
  }
  const key = thumbnailKey(contentId, row)
  // Scheduled before the file is written, so that a crash leaves no file behind.
  const removal = await library.db.transaction((tx) =>
    scheduleRemoval(library, tx, environmentId, key, UNUSED_AFTER_S),
  )
  await library.storage.put(key, body, row.format === 'gif' ? 'image/gif' : 'image/jpeg')
  const stored = await library.db.transaction(async (tx) => {
    await lockContent(tx, environmentId, contentId)
    const added = await findSameThumbnail(tx, environmentId, contentId, thumbnail)
    if (added !== null) return added
    await cancelRemoval(tx, removal)
    await tx.insert(thumbnails).values(row)
    await recordChange(
      tx,
      caller,
      await thumbnailChange(tx, row, 'created', { after: factsOf(row) }),
      library.clock.now(),
    )
    return row
  })
  if (stored.id !== row.id) await library.storage.delete(key)
  return stored
}

/** The same capture of the same file; uploads are always new. @throws problem thumbnail-limit */
async function findSameThumbnail(
  db: Queryable,
  environmentId: string,
  contentId: string,
  wanted: NewThumbnail,
): Promise<ThumbnailRow | null> {
  const all = await listThumbnails(db, environmentId, contentId)
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

/** Deletes a thumbnail. If it was the poster, the generated one is used again. @throws problem not-found, in-trash */
export async function deleteThumbnail(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string,
): Promise<void> {
  const { environmentId } = caller.scope
  await library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const row = await getThumbnail(tx, environmentId, contentId, id)
    if (content.posterId === id) await setPoster(library, tx, content, null)
    await tx.delete(thumbnails).where(rowOf(thumbnails, row))
    await scheduleRemoval(library, tx, environmentId, thumbnailKey(contentId, row))
    await recordChange(
      tx,
      caller,
      await thumbnailChange(tx, row, 'deleted', { before: factsOf(row) }),
      library.clock.now(),
    )
  })
}

/** @param id null for the generated poster. @throws problem not-found, in-trash, request-invalid for a GIF */
export async function choosePoster(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string | null,
): Promise<ContentRow> {
  const { environmentId } = caller.scope
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const asked = id ?? content.posterId
    if (asked === null || id === content.posterId) return content
    const row = await getThumbnail(tx, environmentId, contentId, asked)
    if (row.kind !== 'still')
      throw problem('request-invalid', {
        errors: [{ path: 'body.thumbnailId', message: messages.stillAsPoster }],
      })
    const changed = await setPoster(library, tx, content, id)
    const changes = changesBetween({ posterId: content.posterId }, { posterId: id })
    const change = await thumbnailChange(tx, row, 'chosen', changes ?? {})
    await recordChange(tx, caller, change, library.clock.now())
    return changed
  })
}

async function setPoster(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  posterId: string | null,
): Promise<ContentRow> {
  const [changed] = await tx.update(contents).set({ posterId }).where(rowOf(contents, content)).returning()
  if (changed === undefined) throw problem('not-found')
  await recordChange(tx, null, contentEvent(changed, 'video.asset.updated'), library.clock.now())
  await notifyPlayers(tx, changed)
  return changed
}

/** A change of a thumbnail, for `recordChange`. Its name is the video's title. */
async function thumbnailChange(
  tx: Transaction,
  { id, environmentId, contentId, kind, width, height }: ThumbnailRow,
  action: 'created' | 'chosen' | 'deleted',
  values: ChangedValues,
): Promise<Change> {
  const { title } = await getContent(tx, environmentId, contentId)
  return {
    object: { type: 'thumbnail', id, name: title },
    // Choosing a poster emits the event of the video instead.
    ...(action !== 'chosen' && {
      event: { type: `video.thumbnail.${action}` as const, data: { contentId, kind, width, height } },
    }),
    audit: { action: `thumbnail.${action}`, ...values },
  }
}

function factsOf({ contentId, kind, origin, startS, endS, width, height, fileName }: ThumbnailRow) {
  return { contentId, kind, origin, time: startS, end: endS, width, height, fileName }
}
