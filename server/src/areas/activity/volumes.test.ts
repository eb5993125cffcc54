import { describe, expect, it } from 'vitest'
import { bucketsOf, fillBuckets } from './volumes.ts'

const to = new Date('2026-11-20T09:41:07Z')
const over = (seconds: number) => bucketsOf(new Date(to.getTime() - seconds * 1000), to)

describe('the steps of a time span', () => {
  it.each([
    [10, 1, 10],
    [3600, 60, 60],
    [3650, 60, 60],
    [86_400, 1800, 48],
    [7 * 86_400, 10_800, 56],
    [30 * 86_400, 43_200, 60],
    [400 * 86_400, 86_400, 60],
    [0, 1, 1],
  ])('%i s are steps of %i s, %i of them', (seconds, stepSeconds, count) => {
    expect(over(seconds)).toMatchObject({ stepSeconds, count })
  })

  it('start at round times and end with the end', () => {
    const rows = ['2026-11-19T09:30:00Z', '2026-11-19T10:00:00Z', '2026-11-20T09:30:00Z']
    const items = fillBuckets(
      over(86_400),
      rows.map((bucket) => ({ bucket })),
      ({ length }) => ({ length }),
    )
    expect(items.at(0)).toEqual({ at: '2026-11-19T10:00:00.000Z', length: 2 })
    expect(items.at(1)).toEqual({ at: '2026-11-19T10:30:00.000Z', length: 0 })
    expect(items.at(-1)).toEqual({ at: '2026-11-20T09:30:00.000Z', length: 1 })
  })
})
