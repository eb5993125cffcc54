import { expect, it } from 'vitest'
import { featureCircles } from './feature-circles.mjs'
import { codeSources } from './sources.mjs'

const area = 'server/src/areas/library'

function circles(imports: Record<string, string[]>): string[] {
  const sources = Object.entries(imports).map(([path, specifiers]) => ({
    path: `${area}/${path}`,
    text: specifiers.map((specifier) => `import type { X } from '${specifier}'`).join('\n'),
  }))
  return featureCircles(sources)
}

it('of features do not exist in the repository', () => {
  expect(featureCircles(codeSources())).toEqual([])
})

it('of features are found although no files import each other', () => {
  const found = circles({
    'contents/states.ts': ['./view.ts', '../images/poster.ts'],
    'contents/view.ts': [],
    'images/poster.ts': ['../contents/view.ts'],
  })
  expect(found).toEqual([
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
