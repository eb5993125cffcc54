import type { UploadOptions } from './transport'

/** The target and the profile of an upload, named as in the call that creates it. */
export interface UploadPlace {
  readonly assetCollectionUUID?: string
  readonly encodingProfileId?: string
}

/** Targets to try in order: each one drops an option that may no longer exist. */
export function placesFor({
  folderId,
  encodingProfileId,
}: Pick<UploadOptions, 'folderId' | 'encodingProfileId'>): readonly UploadPlace[] {
  const folder = folderId === null ? undefined : { assetCollectionUUID: folderId }
  const profile = encodingProfileId === null ? undefined : { encodingProfileId }
  const both = folder && profile && { ...folder, ...profile }
  return [both, folder, profile, {}].filter((place) => place !== undefined)
}
