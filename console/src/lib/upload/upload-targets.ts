import type { UploadOptions } from './transport'

/** The target and the profile of an upload, named as in the call that creates it. */
export interface UploadTarget {
  readonly assetCollectionUUID?: string
  readonly encodingProfileId?: string
}

/** Targets to try in order, from all options to none, because the folder or the profile may no longer exist. */
export function uploadTargets({
  folderId,
  encodingProfileId,
}: Pick<UploadOptions, 'folderId' | 'encodingProfileId'>): readonly UploadTarget[] {
  const folder = folderId === null ? undefined : { assetCollectionUUID: folderId }
  const profile = encodingProfileId === null ? undefined : { encodingProfileId }
  const both = folder && profile && { ...folder, ...profile }
  return [both, folder, profile, {}].filter((target) => target !== undefined)
}
