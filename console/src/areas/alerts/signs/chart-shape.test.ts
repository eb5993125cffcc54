import { describe, expect, it } from 'vitest'
import { chartShape } from './chart-shape'

const at = (second: number) => new Date(second * 1000).toISOString()
const points = [10, 20, null, 40].map((value, n) => ({ at: at(n), value }))

describe('the shape of a chart of values', () => {
  it('covers the values and the threshold, with a gap where values are missing', () => {
    const shape = chartShape(points, 50, [{ from: at(1), to: null }])
    expect(shape?.path.match(/M/g)).toHaveLength(2)
    expect(shape?.path.startsWith('M0 ')).toBe(true)
    expect(shape?.high).toBeGreaterThan(50)
    expect(shape?.bands).toEqual([{ x: 333.3, width: 666.7 }])
  })

  it('does not exist without values', () => {
    expect(chartShape([{ at: at(0), value: null }], 1, [])).toBeNull()
  })
})
