import { expect, it } from 'vitest'
import { featureCircles, listedArrows } from './feature-circles.mjs'
import { codeSources } from './sources.mjs'

const area = 'server/src/areas/library'

function circles(imports: Record<string, string[]>, listed: string[] = []): string[] {
  const sources = Object.entries(imports).map(([path, specifiers]) => ({
    path: `${area}/${path}`,
    text: specifiers.map((specifier) => `import type { X } from '${specifier}'`).join('\n'),
  }))
  return featureCircles(sources, { [area]: listed })
}

const pair = {
  'contents/states.ts': ['./view.ts', '../images/poster.ts'],
  'contents/view.ts': [],
  'images/poster.ts': ['../contents/view.ts'],
}

it('of features in an area are only those that are listed', () => {
  expect(featureCircles(codeSources(), listedArrows())).toEqual([])
})

it('of features are found although no files import each other', () => {
  expect(circles(pair)).toEqual([
    `${area} has a circle of features: contents -> images -> contents (contents/states.ts imports images/poster.ts, images/poster.ts imports contents/view.ts)`,
  ])
})

it('of features are found through a file beside them, the shortest first', () => {
  const found = circles({
    'audio/a.ts': ['../library.ts', '../clips/c.ts'],
    'clips/c.ts': ['../images/i.ts'],
    'images/i.ts': ['../library.ts'],
    'images/deep/j.ts': [],
    'library.ts': ['./images/deep/j.ts', './audio/b.ts'],
    'audio/b.ts': [],
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(': audio -> library.ts -> audio (audio/a.ts imports library.ts, ')
})

it('of features do not go through tests and other areas', () => {
  const found = circles({
    'contents/states.test.ts': ['../images/poster.ts'],
    'contents/view.ts': ['../../delivery/images/tables.ts'],
    'images/poster.ts': ['../contents/view.ts'],
  })
  expect(found).toEqual([])
})

it('of features may have a listed arrow', () => {
  expect(circles(pair, ['contents -> images'])).toEqual([])
})

it('of features that are no longer there must leave the list', () => {
  const untied = { ...pair, 'contents/states.ts': [] }
  const lists = 'scripts/rules/feature-circles.json lists'
  expect(circles(untied, ['contents -> images', 'images -> contents'])).toEqual([
    `${lists} contents -> images of ${area}: remove it, no file imports so any more`,
    `${lists} images -> contents of ${area}: remove it, it closes no circle any more`,
  ])
  expect(circles(pair, ['contents -> images', 'images -> contents'])).toHaveLength(2)
})
