import type { UploadWishes } from './transport'

/** Where an upload goes and what it is made with, in the words of the call that begins it. */
export interface UploadPlace {
  readonly assetCollectionUUID?: string
  readonly encodingProfileId?: string
}

/** What to ask the server for, one after the other: whatever is there of the wishes is kept. */
export function placesFor({
  folderId,
  encodingProfileId,
}: Pick<UploadWishes, 'folderId' | 'encodingProfileId'>): readonly UploadPlace[] {
  const folder = folderId === null ? undefined : { assetCollectionUUID: folderId }
  const profile = encodingProfileId === null ? undefined : { encodingProfileId }
  const both = folder && profile && { ...folder, ...profile }
  return [both, folder, profile, {}].filter((place) => place !== undefined)
}
