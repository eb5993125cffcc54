import { expect, it } from 'vitest'
import { uploadTargets } from './upload-targets'

it('tries all options first, then fewer', () => {
  const folder = { assetCollectionUUID: 'news' }
  const profile = { encodingProfileId: 'small' }
  expect(uploadTargets({ folderId: 'news', encodingProfileId: 'small' })).toEqual([
    { ...folder, ...profile },
    folder,
    profile,
    {},
  ])
  expect(uploadTargets({ folderId: 'news', encodingProfileId: null })).toEqual([folder, {}])
  expect(uploadTargets({ folderId: null, encodingProfileId: 'small' })).toEqual([profile, {}])
  expect(uploadTargets({ folderId: null, encodingProfileId: null })).toEqual([{}])
})
