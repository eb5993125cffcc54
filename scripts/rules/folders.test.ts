import { expect, it } from 'vitest'
import { crowdedFolders } from './folders.mjs'
import { allFiles } from './sources.mjs'

const many = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`)

it('have at most 25 files in the repository', () => {
  expect(crowdedFolders(allFiles())).toEqual([])
})

it('are too large with more than 25 files, without subfolders', () => {
  const files = [...many('server/src/b', 26), ...many('server/src/a', 25), ...many('server/src/a/c', 27)]
  expect(crowdedFolders(files)).toEqual([
    'server/src/a/c has 27 files, the limit is 25',
    'server/src/b has 26 files, the limit is 25',
  ])
})

it('may contain any number of generated files and migrations, and of UI components', () => {
  expect(crowdedFolders(many('server/migrations', 40, '.sql'))).toEqual([])
  expect(crowdedFolders(many('contract/src', 30, '.gen.ts'))).toEqual([])
  expect(crowdedFolders(many('console/src/ui', 90, '.tsx'))).toEqual([])
  expect(crowdedFolders(many('console/src/ui/charts', 26, '.tsx'))).toHaveLength(1)
})
