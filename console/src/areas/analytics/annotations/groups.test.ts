import type { Annotation } from '@kinora/contract'
import { expect, it } from 'vitest'
import { groupsOf } from './groups'

const steps = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map((day) => `${day}T00:00:00.000Z`)
const mark = (at: string): Annotation => ({
  kind: 'published',
  reason: 'published',
  at,
  until: null,
  category: 'video',
  contentId: at,
  name: at,
})
const groups = (times: readonly string[], gap: number) =>
  groupsOf(steps, times.map(mark), (step) => step * 10, gap).map(({ x, items }) => [
    x,
    ...items.map(({ at }) => at),
  ])

it('places each annotation at the step in which it happened', () => {
  const [late, early, before] = [
    '2026-11-03T23:59:59.000Z',
    '2026-11-03T00:00:00.000Z',
    '2026-10-31T23:00:00.000Z',
  ]
  expect(groups([late, early, before], 5)).toEqual([
    [0, before],
    [20, late, early],
  ])
  expect(groups([], 5)).toEqual([])
})

it('groups close annotations and keeps groups apart', () => {
  const each = steps.toReversed()
  expect(groups(each, 10)).toHaveLength(4)
  expect(groups(each, 11)).toEqual([
    [0, steps[1], steps[0]],
    [20, steps[3], steps[2]],
  ])
  expect(groups(each, 100)).toEqual([[0, ...each]])
})
