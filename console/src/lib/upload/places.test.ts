import { expect, it } from 'vitest'
import { placesFor } from './places'

it('leaves out no more than what is not there', () => {
  const folder = { assetCollectionUUID: 'news' }
  const profile = { encodingProfileId: 'small' }
  expect(placesFor({ folderId: 'news', encodingProfileId: 'small' })).toEqual([
    { ...folder, ...profile },
    folder,
    profile,
    {},
  ])
  expect(placesFor({ folderId: 'news', encodingProfileId: null })).toEqual([folder, {}])
  expect(placesFor({ folderId: null, encodingProfileId: 'small' })).toEqual([profile, {}])
  expect(placesFor({ folderId: null, encodingProfileId: null })).toEqual([{}])
})
