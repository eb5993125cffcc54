import { type createPortraitBody, isMp4, messages, type Portrait, portraitLimits } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { type Caller, can } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import type { PortraitArea } from '../portrait.ts'
import { lookJob } from './jobs.ts'
import { recordPortrait } from './portrait-changes.ts'
import { viewPortrait } from './portraits.ts'
import { type PortraitRow, portraits } from './tables.ts'

type PortraitRequest = z.output<typeof createPortraitBody>

/** Creates a portrait, and starts to make it as soon as its video is ready.
 * @throws problem not-found, content-not-ready, in-trash, no-picture, url-not-allowed, storage-full, codec-unavailable,
 * portrait-limit, request-invalid for other files than MP4, forbidden */
export async function createPortrait(
  area: PortraitArea,
  caller: Caller,
  request: PortraitRequest,
  origin: string,
): Promise<Portrait> {
  await area.usage.assertMayStart(area.db, caller.scope.environmentId)
  await assertFreeSpace(area, 0)
  const row = await insertFrom(area, caller, request)
  return viewPortrait(area, caller.scope, row, origin)
}

async function insertFrom(
  area: PortraitArea,
  caller: Caller,
  request: PortraitRequest,
): Promise<PortraitRow> {
  const { db, library } = area
  const { contentId, uploadId, url } = request
  if (contentId !== undefined)
    return db.transaction((tx) => insertOfReady(area, tx, caller, request, contentId))
  if (!can(caller.scope.grants, ['Videos', 'Video', 'create'])) throw problem('forbidden')
  if (uploadId !== undefined) {
    const upload = await library.findUpload(caller.scope, uploadId)
    if (!isMp4(upload.fileName))
      throw problem('request-invalid', { errors: [{ path: 'body.uploadId', message: messages.onlyMp4 }] })
    return db.transaction(async (tx) => {
      const status = await library.lockVideo(tx, caller.scope, upload.contentId)
      if (status === 'failed') throw problem('content-not-ready')
      const insert = status === 'ready' ? insertOfReady : insertPortrait
      return insert(area, tx, caller, request, upload.contentId)
    })
  }
  const inserted: PortraitRow[] = []
  await library.createByUrl(caller, { url: url ?? '', title: request.name }, async (tx, id) => {
    inserted.push(await insertPortrait(area, tx, caller, request, id))
  })
  const [row] = inserted
  if (row === undefined) throw new Error('a portrait was not inserted')
  return row
}

async function insertOfReady(
  area: PortraitArea,
  tx: Transaction,
  caller: Caller,
  request: PortraitRequest,
  contentId: string,
): Promise<PortraitRow> {
  const video = await area.library.lockReadyVideo(tx, caller.scope, contentId)
  if (!video.hasPicture) throw problem('no-picture')
  const row = await insertPortrait(area, tx, caller, request, contentId)
  await enqueueLook(area, tx, row)
  return row
}

/** Inserts a portrait that waits for its video. */
async function insertPortrait(
  { clock }: PortraitArea,
  tx: Transaction,
  caller: Caller,
  { name, shape, captions }: PortraitRequest,
  contentId: string,
): Promise<PortraitRow> {
  const { environmentId } = caller.scope
  const at = clock.now()
  await assertBelowLimit(tx, portraits, eq(portraits.environmentId, environmentId), {
    lock: `portraits ${environmentId}`,
    most: portraitLimits.portraits,
    problem: 'portrait-limit',
  })
  const newId = () => uuidv7(at.getTime())
  const [row] = await tx
    .insert(portraits)
    .values({
      id: newId(),
      environmentId,
      name,
      searchText: fold(name),
      shape,
      captions,
      sourceId: contentId,
      resultId: newId(),
      status: 'waiting',
      runId: newId(),
      addedBy: caller.actor.name,
      addedById: caller.actor.userId,
      createdAt: at,
    })
    .returning()
  if (row === undefined) throw new Error('a portrait was not inserted')
  await recordPortrait(tx, caller, row, 'created', { after: { name, shape, captions } }, at)
  return row
}

/** Starts portraits that wait for their video when it is ready, and ends them when it has failed. */
export function awaitedVideos(area: PortraitArea): Subscription {
  return {
    name: 'portrait.awaited-videos',
    types: ['video.asset.ready', 'video.asset.errored'],
    async handle(tx, { environmentId, event }) {
      const isWaiting = and(
        eq(portraits.environmentId, environmentId),
        eq(portraits.sourceId, event.object.id),
        eq(portraits.status, 'waiting'),
      )
      if (event.type === 'video.asset.ready') {
        const rows = await tx.select().from(portraits).where(isWaiting)
        for (const row of rows) await enqueueLook(area, tx, row)
        return
      }
      const ended = { status: 'failed', reason: 'video-failed' } as const
      const rows = await tx.update(portraits).set(ended).where(isWaiting).returning()
      for (const row of rows) await recordPortrait(tx, null, row, 'errored', {}, new Date(event.createdAt))
    },
  }
}

async function enqueueLook({ jobs }: PortraitArea, tx: Transaction, row: PortraitRow): Promise<void> {
  const { id: portraitId, runId, environmentId } = row
  await jobs.enqueue(tx, lookJob, { portraitId, runId }, { environmentId, key: runId })
}
