import { describe, expect, it } from 'vitest'
import { followIn, leftIn, moveView, positionIn, viewFrom, wholeView, zoomView } from './view'

describe('a view of a timeline', () => {
  it('shows times from the left edge to the right', () => {
    const view = viewFrom(20, 10, 100)
    expect([20, 25, 30].map((time) => positionIn(view, time))).toEqual([0, 0.5, 1])
    expect([0, 22.5, 99].map((time) => leftIn(view, time))).toEqual(['0.0000%', '25.0000%', '100.0000%'])
  })

  it('stays within the video', () => {
    expect(viewFrom(95, 10, 100)).toEqual({ start: 90, end: 100, duration: 100 })
    expect(viewFrom(-5, 10, 100)).toEqual({ start: 0, end: 10, duration: 100 })
    expect(viewFrom(5, 30, 12)).toEqual(wholeView(12))
    expect(moveView(viewFrom(50, 10, 100), -60)).toEqual(viewFrom(0, 10, 100))
  })

  it('zooms around a visible time, or brings another to the middle', () => {
    const view = viewFrom(20, 10, 100)
    expect(positionIn(zoomView(view, 5, 22), 22)).toBeCloseTo(0.2)
    expect(positionIn(zoomView(view, 20, 70), 70)).toBeCloseTo(0.5)
    expect(zoomView(view, 400, 22)).toEqual(wholeView(100))
  })

  it('follows a time only when it leaves the view', () => {
    const view = viewFrom(20, 10, 100)
    expect(followIn(view, 25)).toBe(view)
    expect(followIn(view, 29.9)).toEqual(viewFrom(27.9, 10, 100))
    expect(followIn(view, 5)).toEqual(viewFrom(3, 10, 100))
    const last = viewFrom(90, 10, 100)
    expect(followIn(last, 100)).toBe(last)
  })
})
