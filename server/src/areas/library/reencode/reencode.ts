import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { contentAudit, contentEvent } from '../contents/content-changes.ts'
import type { Reencode } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { getContent, lockContent } from '../contents/contents.ts'
import { cancelWork } from '../contents/notify.ts'
import { standardProfile } from '../contents/standard-profile.ts'
import { reencodeHold } from '../contents/states.ts'
import { contents } from '../contents/tables.ts'
import { chooseProfile } from '../encoding-profiles/chosen-profile.ts'
import { scheduleRemoval } from '../files/removals.ts'
import { contentWatermarkKey, sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { assertHasSource } from '../recordings/source-less.ts'
import { reencodeJob } from './jobs.ts'
import { beginReserved } from './reencode-hold.ts'
import { removeStaged } from './staged-renditions.ts'

/**
 * Starts the re-encoding of a video; the current renditions stay until it ends.
 * @throws problem not-found, in-trash, recording-has-no-source, content-not-ready, reencode-running, codec-unavailable,
 * storage-full
 */
export async function reencodeContent(
  library: Library,
  caller: Caller,
  id: string,
  profileId: string | undefined,
): Promise<ContentRow> {
  const { environmentId } = caller.scope
  const content = await getContent(library.db, environmentId, id)
  if (content.trashedAt !== null) throw problem('in-trash')
  assertReencodable(content)
  if ((await library.storage.head(sourceKey(id, content.sourceId))) === null)
    throw problem('content-not-ready', { detail: 'The source file is missing' })
  const chosen = await chooseProfile(library, environmentId, id, profileId)
  const profile = chosen.profile ?? standardProfile
  await library.usage.assertMayStart(library.db, environmentId)
  const reencodeId = uuidv7()
  return beginReserved(library, content, reencodeId, async (tx) => {
    const current = await lockContent(tx, environmentId, id)
    assertReencodable(current)
    await chosen.keep(tx)
    await removeNewWatermark(library, tx, current)
    const reencode: Reencode = {
      id: reencodeId,
      profile,
      status: 'running',
      progress: 0,
      errorId: null,
      step: 0,
    }
    const [row] = await tx.update(contents).set({ reencode }).where(rowOf(contents, current)).returning()
    if (row === undefined) throw problem('not-found')
    const values = {
      before: { encodingProfile: (current.profile ?? standardProfile).name },
      after: { encodingProfile: profile.name },
    }
    await recordChange(
      tx,
      caller,
      {
        ...contentAudit(row, 'asset.reencoded', values),
        ...contentEvent(row, 'video.asset.reencode.started'),
      },
      library.clock.now(),
    )
    const input = { contentId: id, reencodeId: reencode.id, step: 0 }
    await library.jobs.enqueue(tx, reencodeJob, input, { environmentId, key: reencode.id })
    return row
  })
}

/**
 * Cancels a re-encoding, or dismisses its error. The current renditions stay.
 * @throws problem not-found, reencode-over
 */
export async function endReencode(library: Library, caller: Caller, id: string): Promise<ContentRow> {
  return library.db.transaction(async (tx) => {
    const current = await lockContent(tx, caller.scope.environmentId, id)
    const { reencode } = current
    if (reencode === null || reencode.source) throw problem('reencode-over')
    await removeNewRenditions(library, tx, current)
    await library.usage.settle(tx, reencodeHold(reencode.id))
    const [row] = await tx
      .update(contents)
      .set({ reencode: null })
      .where(rowOf(contents, current))
      .returning()
    if (row === undefined) throw problem('not-found')
    if (reencode.status === 'failed') {
      await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
      return row
    }
    await recordChange(tx, null, contentEvent(row, 'video.asset.reencode.cancelled'), library.clock.now())
    const before = { encodingProfile: reencode.profile.name }
    await recordChange(
      tx,
      caller,
      contentAudit(row, 'asset.reencode.cancelled', { before }),
      library.clock.now(),
    )
    return row
  })
}

/** Cancels the re-encoding and removes its renditions. */
export async function removeNewRenditions(
  library: Library,
  tx: Transaction,
  content: ContentRow,
): Promise<void> {
  await removeStaged(library, tx, content)
  await removeNewWatermark(library, tx, content)
  if (content.reencode?.status === 'running') await cancelWork(tx, content.reencode.id)
}

/** Removes the video's copy of the watermark for the new renditions. */
export async function removeNewWatermark(
  library: Library,
  tx: Transaction,
  { id, environmentId, profile, reencode }: ContentRow,
): Promise<void> {
  const watermarkId = reencode?.profile.watermarkId ?? null
  if (watermarkId !== null && watermarkId !== profile?.watermarkId)
    await scheduleRemoval(library, tx, environmentId, contentWatermarkKey(id, watermarkId))
}

/** @throws problem reencode-running, replacement-running */
export function assertNotRunning(reencode: Reencode | null): void {
  if (reencode?.status !== 'running') return
  throw problem(reencode.source ? 'replacement-running' : 'reencode-running')
}

function assertReencodable(content: ContentRow): void {
  const { status, stage, reencode } = content
  assertHasSource(content)
  assertNotRunning(reencode)
  if (status !== 'ready' || stage !== null)
    throw problem('content-not-ready', { detail: 'It is still being created' })
}
