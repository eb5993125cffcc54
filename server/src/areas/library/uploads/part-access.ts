import { libraryCalls } from '@kinora/contract'
import type { Authenticator } from '../../../platform/auth.ts'
import { decide } from '../../../platform/http/access.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import type { PartGrant } from '../../../platform/storage/disk-parts.ts'
import type { Library } from '../library.ts'
import type { PartHolder } from './part-holder.ts'
import { assertCanSend, getUploadRow } from './uploads.ts'

/** Checks that the upload of a part is still open, and that the person or program that requested the URL could request it now.
 * @throws problem upload-closed, forbidden, organization-inactive */
export async function assertPartAccess(
  library: Library,
  authenticator: Authenticator,
  { holder, multipartId }: PartGrant,
): Promise<void> {
  if (holder === undefined) throw problem('forbidden')
  const { uploadId, environmentId, credential } = JSON.parse(holder) as PartHolder
  const row = await orElse(getUploadRow(library.db, environmentId, uploadId), 'upload-closed')
  if (row.status !== 'pending' || row.multipartId !== multipartId) throw problem('upload-closed')
  const actor = await orElse(authenticator.returning(credential, environmentId), 'forbidden')
  const scope = await orElse(authenticator.scope(actor, environmentId), 'forbidden')
  const decision = decide(libraryCalls.createPartUrl, actor, scope)
  if (decision !== 'allowed') throw problem(decision)
  await assertCanSend(library, scope, uploadId)
}

/** Answers a missing upload, session or membership with another problem: the URL has no caller who could sign in again. */
async function orElse<T>(read: Promise<T>, id: 'upload-closed' | 'forbidden'): Promise<T> {
  try {
    return await read
  } catch (error) {
    throw error instanceof Problem ? problem(id) : error
  }
}
