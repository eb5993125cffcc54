import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { problem } from '../../platform/problem.ts'
import { chooseProfile } from './chosen-profile.ts'
import type { ContentRow } from './content-view.ts'
import { auditContent, contentOf, type Doer, emitContent, lockContent } from './contents.ts'
import { standardProfile } from './encoding-profile-view.ts'
import { reencodeJob } from './job-definitions.ts'
import { sourceKey, watermarkOfContentKey } from './keys.ts'
import type { Library } from './library.ts'
import { removeFile } from './removals.ts'
import { contents, type Reencode } from './tables.ts'

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
    await removeFailed(library, tx, current)
    const reencode: Reencode = { id: uuidv7(), profile, status: 'running', progress: 0, errorId: null }
    const [row] = await tx.update(contents).set({ reencode }).where(eq(contents.id, id)).returning()
    if (row === undefined) throw problem('not-found')
    await emitContent(library, tx, row, 'video.asset.reencode.started')
    const before = { encodingProfile: (current.profile ?? standardProfile).name }
    await auditContent(library, tx, row, 'asset.reencoded', doer, {
      before,
      after: { encodingProfile: profile.name },
    })
    const input = { contentId: id, reencodeId: reencode.id }
    await library.jobs.enqueue(tx, reencodeJob, input, { environmentId, key: reencode.id })
    return row
  })
}

/** What a try that failed left behind. */
export async function removeFailed(
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
