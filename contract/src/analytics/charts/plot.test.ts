import { describe, expect, it } from 'vitest'
import { apart, labelEvery, plotOf } from './plot.ts'

const size = { width: 300, height: 100 }

describe('a plot', () => {
  it('has 0 at the bottom and the highest value below the top', () => {
    const plot = plotOf(size, 4, [[3, 0, 17, null]])
    expect(plot.y(0)).toBe(100)
    expect(plot.ticks[0]).toBe(0)
    expect(plot.ticks.at(-1)).toBeGreaterThanOrEqual(17)
    expect(plot.y(17)).toBeGreaterThanOrEqual(0)
    expect(plot.x(0)).toBe(0)
    expect(plot.x(3)).toBe(300)
    expect(plot.stepAt(149)).toBe(1)
    expect(plot.stepAt(-20)).toBe(0)
    expect(plot.stepAt(900)).toBe(3)
  })

  it('of counts has ticks at whole numbers only', () => {
    expect(plotOf(size, 2, [[0, 1]], true).ticks).toEqual([0, 1])
    expect(plotOf(size, 2, [[0, 2]], true).ticks).toEqual([0, 1, 2])
    expect(plotOf(size, 2, [[0, 1]]).ticks).toContain(0.2)
  })

  it('has a gap in a line without a value', () => {
    const { line } = plotOf(size, 5, [[1, 2, null, 3, 1]])
    expect(line([1, 2, null, 3, 1]).match(/M/g)).toHaveLength(2)
  })

  it('draws about two points per pixel, and selects only these', () => {
    const values = Array.from({ length: 5000 }, (_, n) => (n * 7919) % 1000)
    const plot = plotOf(size, values.length, [values, values.toReversed()])
    const points = plot.line(values).match(/[ML]/g) ?? []
    expect(points.length).toBeGreaterThan(300)
    expect(points.length).toBeLessThanOrEqual(2 * size.width + 2)
    for (const at of [0, 17.3, 150, 299, 300]) expect(plot.drawn).toContain(plot.stepAt(at))
    expect(plot.stepAt(0)).toBe(0)
    expect(plot.stepAt(300)).toBe(4999)
  })

  it('is straight between the values, so that it shows no value that never was', () => {
    const plot = plotOf(size, 3, [[0, 4, 0]])
    expect(plot.line([0, 4, 0])).toMatch(/^M[\d.,]+L[\d.,]+L[\d.,]+$/)
    expect(plot.area([0, 4, 0])).not.toContain('C')
  })

  it('works without steps and with a single step', () => {
    expect(plotOf(size, 1, [[5]]).x(0)).toBe(150)
    expect(plotOf(size, 3, [[0, 0, 0]]).ticks.length).toBeGreaterThan(1)
  })
})

describe('labels', () => {
  it('keep their positions if they fit, and otherwise move apart within the height', () => {
    expect(apart([10, 60], 15, 100)).toEqual([10, 60])
    expect(apart([50, 52, 48], 15, 100)).toEqual([63, 78, 48])
    const low = apart([99, 98, 97], 15, 100)
    expect(Math.max(...low)).toBeLessThanOrEqual(100)
    expect(low).toEqual([100, 85, 70])
  })
})

it('has ticks in the unit of the axis', () => {
  const minutes = (highest: number) => (highest > 60 ? 60 : 1)
  expect(plotOf(size, 2, [[0, 500]], false, minutes).ticks).toEqual([0, 120, 240, 360, 480, 600])
  expect(plotOf(size, 2, [[0, 40]], false, minutes).ticks).toEqual([0, 10, 20, 30, 40])
})

it('labels steps at round distances, up to a maximum number', () => {
  expect([7, 24, 31, 61, 101, 1440].map((steps) => labelEvery(steps, 6))).toEqual([2, 4, 6, 15, 20, 240])
  expect(labelEvery(3, 6)).toBe(1)
})
