import {
  type createPlaybackIdBody,
  type PlaybackId,
  playbackIdLimits,
  type updatePlaybackIdBody,
} from '@kinora/contract'
import { and, asc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { publicId } from '../../../platform/database/ids.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { type ChangedValues, recordChange } from '../../../platform/events/changes.ts'
import { pageOrigin } from '../../../platform/http/origin.ts'
import { tokenView } from '../../../platform/playback-key.ts'
import { problem } from '../../../platform/problem.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import { contentAudit, contentEvent } from '../contents/content-changes.ts'
import { type ContentRow, contentUrls, type RenditionRow } from '../contents/content-view.ts'
import { editableOf, lockContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { normalizeRestrictions, unrestricted } from '../contents/restrictions.ts'
import { contents, playbackIds } from '../contents/tables.ts'
import type { Library } from '../library.ts'

type Facts = Omit<typeof playbackIds.$inferSelect, 'createdBy'> & {
  readonly isFirst: boolean
  readonly createdBy: string | null
}

/** The editable fields. */
type Settable = Pick<Facts, 'name' | 'policy' | 'restrictions'>

/** All playback ids of a content, its own first. */
export async function listPlaybackIds(db: Queryable, content: ContentRow): Promise<Facts[]> {
  const rows = await db
    .select()
    .from(playbackIds)
    .where(and(eq(playbackIds.contentId, content.id), eq(playbackIds.environmentId, content.environmentId)))
    .orderBy(asc(playbackIds.createdAt), asc(playbackIds.id))
  return [ownPlaybackId(content), ...rows.map((row) => ({ ...row, isFirst: false }))]
}

/** @throws problem not-found, in-trash, playback-id-limit */
export async function createPlaybackId(
  library: Library,
  caller: Caller,
  contentId: string,
  { name, policy, restrictions = unrestricted }: z.output<typeof createPlaybackIdBody>,
): Promise<Facts> {
  const { environmentId } = caller.scope
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const others = await tx.$count(
      playbackIds,
      and(eq(playbackIds.environmentId, environmentId), eq(playbackIds.contentId, contentId)),
    )
    if (others + 1 >= playbackIdLimits.most) throw problem('playback-id-limit')
    const row = {
      id: publicId(),
      contentId,
      environmentId,
      name,
      policy,
      restrictions,
      createdBy: caller.actor.name,
      createdAt: library.clock.now(),
    }
    await tx.insert(playbackIds).values({ ...row, ...factsOf(row) })
    await recordPlaybackId(library, tx, caller, content, row.id, 'created', { after: factsOf(row) })
    return { ...row, ...factsOf(row), isFirst: false }
  })
}

/** @throws problem not-found, in-trash */
export async function updatePlaybackId(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string,
  change: z.output<typeof updatePlaybackIdBody>,
): Promise<Facts> {
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, caller.scope.environmentId, contentId)
    const current = await getPlaybackId(tx, content, id)
    const facts = factsOf(applyPatch(factsOf(current), change))
    const changes = changesBetween(factsOf(current), facts)
    if (changes === null) return current
    if (current.isFirst) await changeFirst(library, tx, caller, content, facts)
    else await tx.update(playbackIds).set(facts).where(rowOf(playbackIds, current))
    await recordPlaybackId(library, tx, caller, content, id, 'updated', changes)
    return { ...current, ...facts }
  })
}

/** @throws problem not-found, in-trash, playback-id-first */
export async function deletePlaybackId(
  library: Library,
  caller: Caller,
  contentId: string,
  id: string,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await lockContent(tx, caller.scope.environmentId, contentId)
    const row = await getPlaybackId(tx, content, id)
    if (row.isFirst) throw problem('playback-id-first')
    await recordPlaybackId(library, tx, caller, content, id, 'deleted', { before: factsOf(row) })
    await tx.delete(playbackIds).where(rowOf(playbackIds, row))
  })
}

/** The API's view of a playback id. */
export async function playbackIdView(
  library: Pick<Library, 'playbackKey' | 'config'>,
  { id, isFirst, name, policy, restrictions, createdAt, createdBy }: Facts,
  renditionRows: readonly RenditionRow[],
  origin: string,
): Promise<PlaybackId> {
  const asContent = { playbackId: id, playbackPolicy: policy, playbackRestrictions: restrictions }
  return {
    id,
    name,
    isFirst,
    policy,
    restrictions,
    urls: contentUrls(asContent, renditionRows, { origin, pages: pageOrigin(origin, library.config) }),
    token: tokenView(await createPlaybackToken(library, asContent)),
    createdAt: createdAt.toISOString(),
    createdBy,
  }
}

function ownPlaybackId(content: ContentRow): Facts {
  return {
    id: content.playbackId,
    contentId: content.id,
    environmentId: content.environmentId,
    name: content.playbackName,
    policy: content.playbackPolicy,
    restrictions: content.playbackRestrictions,
    createdBy: content.addedBy,
    createdAt: content.createdAt,
    isFirst: true,
  }
}

/** @throws problem not-found, also for an id of another video */
async function getPlaybackId(tx: Transaction, content: ContentRow, id: string): Promise<Facts> {
  const found = (await listPlaybackIds(tx, content)).find((each) => each.id === id)
  if (found === undefined) throw problem('not-found')
  return found
}

/** The first id belongs to the video itself, so its policy is part of the video's history. */
async function changeFirst(
  library: Library,
  tx: Transaction,
  caller: Caller,
  content: ContentRow,
  { name, policy, restrictions }: Settable,
): Promise<void> {
  const [row] = await tx
    .update(contents)
    .set({ playbackName: name, playbackPolicy: policy, playbackRestrictions: restrictions })
    .where(rowOf(contents, content))
    .returning()
  if (row === undefined) throw problem('not-found')
  await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
  const changes = changesBetween(editableOf(content), editableOf(row))
  if (changes !== null)
    await recordChange(tx, caller, contentAudit(row, 'asset.updated', changes), library.clock.now())
}

/** Records a change of a playback id, and invalidates the playlists that delivery has in memory. */
async function recordPlaybackId(
  { clock }: Library,
  tx: Transaction,
  caller: Caller,
  content: ContentRow,
  playbackId: string,
  action: 'created' | 'updated' | 'deleted',
  { before, after }: ChangedValues,
): Promise<void> {
  const change = {
    object: { type: 'asset' as const, id: content.id, name: content.title },
    event: {
      type: `video.asset.playback_id.${action}` as const,
      data: { playbackId, ...(after ?? before) },
    },
    audit: {
      action: `playback_id.${action}` as const,
      ...(before && { before: { playbackId, ...before } }),
      ...(after && { after: { playbackId, ...after } }),
    },
  }
  await recordChange(tx, caller, change, clock.now())
  await notifyPlayers(tx, content)
}

function factsOf({ name, policy, restrictions }: Settable): Settable {
  return { name, policy, restrictions: normalizeRestrictions(restrictions) }
}
