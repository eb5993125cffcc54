import { expect, it } from 'vitest'
import { filesForVitest, journeysFor } from './related.mjs'

const files = [
  'e2e/journeys/clips.spec.ts',
  'e2e/journeys/library/test-videos.spec.ts',
  'e2e/journeys/fixtures.ts',
  'console/src/areas/library/clips/list.tsx',
]

it('passes changed code to Vitest, without journeys', () => {
  const changed = [
    'media/src/ladder.ts',
    'console/src/lib/i18n/en.json',
    'README.md',
    'e2e/journeys/clips.spec.ts',
  ]
  expect(filesForVitest(changed)).toEqual(['media/src/ladder.ts', 'console/src/lib/i18n/en.json'])
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
