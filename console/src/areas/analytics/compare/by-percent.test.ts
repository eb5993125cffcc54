import { describe, expect, it } from 'vitest'
import { sharesByPercent } from './by-percent'

const curveOf = (views: readonly number[]) => ({
  views: 10,
  points: views.map((own, at) => ({ at, views: own, plays: own })),
})

describe('a curve by percent', () => {
  it('covers the whole video at any length', () => {
    for (const length of [1, 7, 100, 300]) {
      const views = Array.from({ length }, (_, n) => (n === length - 1 ? 2 : 8))
      const shares = sharesByPercent(curveOf(views))
      expect(shares).toHaveLength(101)
      expect(shares[0]).toBe(length === 1 ? 0.2 : 0.8)
      expect(shares.at(-1)).toBe(0.2)
    }
  })

  it('drops where the curve of the video drops', () => {
    const shares = sharesByPercent(curveOf([10, 10, 5, 5]))
    expect(shares[49]).toBe(1)
    expect(shares[50]).toBe(0.5)
  })

  it('is null without views', () => {
    expect(sharesByPercent({ views: 0, points: [] }).every((share) => share === null)).toBe(true)
  })
})
