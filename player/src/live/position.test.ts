import { describe, expect, it } from 'vitest'
import { canGoBack, type PositionFacts, positionOf } from './position.ts'

const noonMs = Date.parse('2026-11-23T12:00:00Z')
const facts: PositionFacts = {
  edgeS: 100,
  currentS: 98.4,
  targetS: 1,
  windowS: 60,
  dateMs: noonMs,
  slates: [],
}

describe('the position in a live stream', () => {
  it('is at the edge within three seconds of the target', () => {
    expect(positionOf(facts)).toEqual({
      latencyS: expect.closeTo(1.6),
      windowS: 60,
      isAtEdge: true,
      isSlate: false,
    })
    expect(positionOf({ ...facts, currentS: 96.1 }).isAtEdge).toBe(true)
    expect(positionOf({ ...facts, currentS: 96 }).isAtEdge).toBe(false)
    expect(positionOf({ ...facts, currentS: 92, targetS: 6 }).isAtEdge).toBe(true)
  })

  it('is never ahead of the edge', () => {
    expect(positionOf({ ...facts, currentS: 101 }).latencyS).toBe(0)
  })

  it('knows the slate by the date of the frame', () => {
    const past = { fromMs: noonMs - 60_000, untilMs: noonMs }
    const present = { fromMs: noonMs + 5000, untilMs: null }
    const isSlateAt = (dateMs: number | null) =>
      positionOf({ ...facts, dateMs, slates: [past, present] }).isSlate
    expect([noonMs - 60_001, noonMs - 1, noonMs, noonMs + 5000, null].map(isSlateAt)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it('can go back in playlists of 45 seconds', () => {
    const canAt = (windowS: number) => canGoBack(positionOf({ ...facts, windowS }))
    expect([30, 44.9, 45, 7200].map(canAt)).toEqual([false, false, true, true])
  })
})
