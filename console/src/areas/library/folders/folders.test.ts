import { expect, it } from 'vitest'
import { byParent, folderPath } from './folders'

const folder = (id: string, parentCollectionUUID: string | null) => ({
  id,
  name: id,
  parentCollectionUUID,
  assetCount: 0,
})
const tree = [
  folder('sport', null),
  folder('league', 'sport'),
  folder('round', 'league'),
  folder('news', null),
]

it('finds the path from the outermost folder', () => {
  expect(folderPath(tree, 'round').map(({ id }) => id)).toEqual(['sport', 'league', 'round'])
  expect(folderPath(tree, 'news').map(({ id }) => id)).toEqual(['news'])
  expect(folderPath(tree, null)).toEqual([])
  expect(folderPath(tree, 'elsewhere')).toEqual([])
})

it('groups folders by their parent', () => {
  expect(
    byParent(tree)
      .get(null)
      ?.map(({ id }) => id),
  ).toEqual(['sport', 'news'])
  expect(
    byParent(tree)
      .get('sport')
      ?.map(({ id }) => id),
  ).toEqual(['league'])
})
