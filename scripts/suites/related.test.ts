import { expect, it } from 'vitest'
import { journeysFor, testsFor } from './related.mjs'

const files = [
  'e2e/journeys/clips.spec.ts',
  'e2e/journeys/library/test-videos.spec.ts',
  'e2e/journeys/fixtures.ts',
  'console/src/areas/library/clips/list.tsx',
]

const source = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((specifier) => `import '${specifier}'`).join('\n'),
})

const sources = [
  source('media/src/ladder.ts'),
  source('media/src/ladder.test.ts', './ladder.ts'),
  source('server/src/areas/library/clips/clips.ts', '@kinora/media/ladder'),
  source('server/src/areas/library/clips/clips.test.ts', '../../../testing/kinora.ts'),
  source('server/src/areas/library/clips/cut.test.ts', './clips.ts'),
  source('server/src/areas/library/routes.ts', './clips/clips.ts'),
  source('server/src/areas/library/index.ts', './routes.ts'),
  source('server/src/areas/library/matrix.test.ts', '../../testing/kinora.ts'),
  source('server/src/kinora.ts', './areas/library/index.ts'),
  source('server/src/testing/kinora.ts', '../kinora.ts'),
  source('server/src/roles.test.ts', './testing/kinora.ts'),
]

it('selects changed tests, and those that import a changed file through others', () => {
  expect(testsFor(['media/src/ladder.ts'], sources)).toEqual([
    'media/src/ladder.test.ts',
    'server/src/areas/library/clips/cut.test.ts',
  ])
  expect(testsFor(['server/src/roles.test.ts'], sources)).toEqual(['server/src/roles.test.ts'])
})

it('selects all tests in the folder of a changed file of a feature and the matrix of its area, not those of the whole program', () => {
  expect(testsFor(['server/src/areas/library/clips/clips.ts'], sources)).toEqual([
    'server/src/areas/library/clips/clips.test.ts',
    'server/src/areas/library/clips/cut.test.ts',
    'server/src/areas/library/matrix.test.ts',
  ])
})

it('selects the tests of the feature that is named like a file of the contract', () => {
  const clips = ['server/src/areas/library/clips/clips.test.ts', 'server/src/areas/library/clips/cut.test.ts']
  expect(testsFor(['contract/src/library/clips.ts'], sources)).toEqual(
    clips.concat('server/src/areas/library/matrix.test.ts'),
  )
})

it('selects all tests of Kinora when what starts it in tests changes', () => {
  expect(testsFor(['server/src/testing/kinora.ts'], sources)).toEqual([
    'server/src/areas/library/clips/clips.test.ts',
    'server/src/areas/library/matrix.test.ts',
    'server/src/roles.test.ts',
  ])
})

it('selects changed journeys', () => {
  expect(journeysFor(['e2e/journeys/clips.spec.ts', 'e2e/journeys/fixtures.ts'], files)).toEqual([
    'e2e/journeys/clips.spec.ts',
  ])
})

it('selects the journeys named like a changed folder or file of the product', () => {
  expect(journeysFor(['console/src/areas/library/clips/list.tsx'], files)).toEqual([
    'e2e/journeys/clips.spec.ts',
  ])
  expect(journeysFor(['server/src/areas/library/test-videos.test.ts'], files)).toEqual([
    'e2e/journeys/library/test-videos.spec.ts',
  ])
  expect(journeysFor(['media/src/clips/cut.ts', 'console/src/lib/format.ts'], files)).toEqual([])
})
