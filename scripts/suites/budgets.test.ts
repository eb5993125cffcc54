import { expect, it } from 'vitest'
import { areaUse, budgetLines, overBudget } from './budgets.mjs'

const uses = [
  { suite: 'vitest', file: 'server/src/areas/identity/roles/a.test.ts', seconds: 40 },
  { suite: 'vitest', file: 'console/src/areas/identity/b.test.ts', seconds: 30 },
  { suite: 'journeys', file: 'e2e/journeys/campaigns/c.spec.ts', seconds: 44 },
  { suite: 'vitest', file: 'player/src/d.test.ts', seconds: 10 },
]

it('are used by the tests of an area in all rooms', () => {
  const used = areaUse(uses, 1)
  expect(used.map(({ area, suite, seconds }) => [area, suite, seconds])).toEqual([
    ['identity', 'vitest', 70],
    ['campaigns', 'journeys', 44],
    ['player', 'vitest', 10],
  ])
  expect(budgetLines(used)[1]).toBe('  70 s of   60 s  identity, vitest')
})

it('are 60 s in Vitest and 45 s in journeys, more on a slow machine, and half more for its noise', () => {
  expect(overBudget(areaUse(uses, 1))).toEqual([])
  const more = uses.concat({ suite: 'vitest', file: 'server/src/areas/identity/d.test.ts', seconds: 21 })
  expect(overBudget(areaUse(more, 1))).toEqual(['over budget: identity in vitest, 91 s of 60 s'])
  expect(overBudget(areaUse(more, 1.5))).toEqual([])
  const long = [{ suite: 'journeys', file: 'e2e/journeys/gallery/c.spec.ts', seconds: 70 }]
  const used = areaUse(long, 1)
  expect(overBudget(used)).toEqual([])
  expect(budgetLines(used)[1]).toMatch(/^ {2}70 s of {2}\d+ s {2}gallery, journeys {2}\(.+\)$/)
})
