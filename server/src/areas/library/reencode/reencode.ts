import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { auditContent } from '../contents/content-audit.ts'
import type { Reencode } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentOf, type Doer, emitContent, lockContent } from '../contents/contents.ts'
import { notifyWorkers } from '../contents/notify.ts'
import { contents } from '../contents/tables.ts'
import { chooseProfile } from '../encoding-profiles/chosen-profile.ts'
import { standardProfile } from '../encoding-profiles/encoding-profile-view.ts'
import { removeFile } from '../files/removals.ts'
import { sourceKey, watermarkOfContentKey } from '../files/storage-keys.ts'
import { reencodeJob } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { dropFresh } from './staged-renditions.ts'

/**
 * Has a video encoded again beside what is there.
 * @throws problem not-found, in-trash, content-not-ready, reencode-running, codec-unavailable, storage-full
 */
export async function reencodeContent(
  library: Library,
  doer: Doer,
  id: string,
  profileId: string | undefined,
): Promise<ContentRow> {
  const { environmentId } = doer.scope
  const content = await contentOf(library.db, environmentId, id)
  if (content.trashedAt !== null) throw problem('in-trash')
  assertReencodable(content)
  if ((await library.storage.head(sourceKey(id, content.sourceId))) === null)
    throw problem('content-not-ready', { detail: 'The source file is not there' })
  const chosen = await chooseProfile(library, environmentId, id, profileId)
  const profile = chosen.profile ?? standardProfile
  return library.db.transaction(async (tx) => {
    const current = await lockContent(tx, environmentId, id)
    assertReencodable(current)
    await chosen.keep(tx)
    await removeWatermark(library, tx, current)
    const reencode: Reencode = {
      ...{ id: uuidv7(), profile, status: 'running', progress: 0, errorId: null },
      step: 0,
    }
    const [row] = await tx.update(contents).set({ reencode }).where(eq(contents.id, id)).returning()
    if (row === undefined) throw problem('not-found')
    await emitContent(library, tx, row, 'video.asset.reencode.started')
    const before = { encodingProfile: (current.profile ?? standardProfile).name }
    await auditContent(library, tx, row, 'asset.reencoded', doer, {
      before,
      after: { encodingProfile: profile.name },
    })
    const input = { contentId: id, reencodeId: reencode.id, step: 0 }
    await library.jobs.enqueue(tx, reencodeJob, input, { environmentId, key: reencode.id })
    return row
  })
}

/**
 * Stops encoding again; or, where it failed, takes away the word about it. What is there stays.
 * @throws problem not-found, reencode-over
 */
export async function endReencode(library: Library, doer: Doer, id: string): Promise<ContentRow> {
  return library.db.transaction(async (tx) => {
    const current = await lockContent(tx, doer.scope.environmentId, id)
    const { reencode } = current
    if (reencode === null || reencode.source) throw problem('reencode-over')
    await dropNew(library, tx, current)
    const [row] = await tx.update(contents).set({ reencode: null }).where(eq(contents.id, id)).returning()
    if (row === undefined) throw problem('not-found')
    if (reencode.status === 'failed') {
      await emitContent(library, tx, row, 'video.asset.updated')
      return row
    }
    await emitContent(library, tx, row, 'video.asset.reencode.cancelled')
    const before = { encodingProfile: reencode.profile.name }
    await auditContent(library, tx, row, 'asset.reencode.cancelled', doer, { before })
    return row
  })
}

/** Nothing is made of it any more; what was, goes. */
export async function dropNew(library: Library, tx: Transaction, content: ContentRow): Promise<void> {
  await dropFresh(library, tx, content)
  await removeWatermark(library, tx, content)
  if (content.reencode?.status === 'running') await notifyWorkers(tx, content.reencode.id)
}

/** The video's own copy of what was to be laid over the new renditions. */
export async function removeWatermark(
  library: Library,
  tx: Transaction,
  { id, environmentId, profile, reencode }: ContentRow,
): Promise<void> {
  const watermarkId = reencode?.profile.watermarkId ?? null
  if (watermarkId !== null && watermarkId !== profile?.watermarkId)
    await removeFile(library, tx, environmentId, watermarkOfContentKey(id, watermarkId))
}

/** @throws problem reencode-running, replacement-running */
export function assertNotRunning(reencode: Reencode | null): void {
  if (reencode?.status !== 'running') return
  throw problem(reencode.source ? 'replacement-running' : 'reencode-running')
}

function assertReencodable({ status, stage, reencode }: ContentRow): void {
  assertNotRunning(reencode)
  if (status !== 'ready' || stage !== null)
    throw problem('content-not-ready', { detail: 'It is still being made' })
}
