import { expect, it } from 'vitest'
import { areaUse, budgetLines, overBudget } from './budgets.mjs'

const uses = [
  { suite: 'vitest', file: 'server/src/areas/delivery/playback/a.test.ts', seconds: 40 },
  { suite: 'vitest', file: 'console/src/areas/delivery/b.test.ts', seconds: 30 },
  { suite: 'journeys', file: 'e2e/journeys/delivery/c.spec.ts', seconds: 44 },
  { suite: 'vitest', file: 'media/src/d.test.ts', seconds: 10 },
]

it('are used by the tests of an area in all rooms', () => {
  const used = areaUse(uses, 1)
  expect(used.map(({ area, suite, seconds }) => [area, suite, seconds])).toEqual([
    ['delivery', 'vitest', 70],
    ['delivery', 'journeys', 44],
    ['media', 'vitest', 10],
  ])
  expect(budgetLines(used)[1]).toBe('  70 s of   60 s  delivery, vitest')
})

it('are 60 s in Vitest and 45 s in journeys, more on a slow machine', () => {
  expect(overBudget(areaUse(uses, 1))).toEqual(['over budget: delivery in vitest, 70 s of 60 s'])
  expect(overBudget(areaUse(uses, 1.5))).toEqual([])
})
