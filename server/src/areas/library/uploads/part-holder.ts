import { type Caller, type Credential, credentialOf } from '../../../platform/auth.ts'
import type { UploadRow } from '../contents/tables.ts'

/** For what and by whom the URL of a part was requested. */
export interface PartHolder {
  readonly uploadId: string
  readonly environmentId: string
  readonly credential: Credential
}

/** Text for the URL of a part, which is signed. */
export function partHolder({ actor }: Caller, { id, environmentId }: UploadRow): string {
  const holder: PartHolder = { uploadId: id, environmentId, credential: credentialOf(actor) }
  return JSON.stringify(holder)
}
