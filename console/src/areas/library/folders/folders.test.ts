import { expect, it } from 'vitest'
import { byParent, wayTo } from './folders'

const folder = (id: string, parentCollectionUUID: string | null) => ({ id, name: id, parentCollectionUUID })
const tree = [
  folder('sport', null),
  folder('league', 'sport'),
  folder('round', 'league'),
  folder('news', null),
]

it('finds the way from the outermost folder', () => {
  expect(wayTo(tree, 'round').map(({ id }) => id)).toEqual(['sport', 'league', 'round'])
  expect(wayTo(tree, 'news').map(({ id }) => id)).toEqual(['news'])
  expect(wayTo(tree, null)).toEqual([])
  expect(wayTo(tree, 'elsewhere')).toEqual([])
})

it('knows what is in a folder and what is in none', () => {
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
