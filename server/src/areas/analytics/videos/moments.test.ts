import type { Curve } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { dropOffsOf, replaysOf } from './moments.ts'

const POINTS = 300
const VIEWS = 1000

/** The curve of a video with a point per second. */
function curveOf(views: (at: number) => number, again: (at: number) => number = () => 0): Curve {
  const points = Array.from({ length: POINTS }, (_, at) => {
    const played = Math.round(views(at))
    return { at, views: played, plays: played + Math.round(again(at)) }
  })
  return { views: VIEWS, completion: null, points }
}

/** Reproducible noise from -1 to 1. */
const noise = (at: number) => ((at * 7919 + 104_729) % 2003) / 1001.5 - 1

describe('drop-offs', () => {
  it('are the drops of a curve, steepest first', () => {
    const curve = curveOf((at) => (at < 100 ? 1000 : at < 200 ? 900 : 600))
    const found = dropOffsOf(curve)
    expect(found.map(({ at }) => at)).toEqual([200, 100])
    expect(found[0]?.before).toBeCloseTo(0.9, 9)
    expect(found[0]?.after).toBeCloseTo(0.6, 9)
  })

  it('are empty for a video that loses viewers evenly or not at all', () => {
    expect(dropOffsOf(curveOf((at) => 1000 - 3 * at))).toEqual([])
    expect(dropOffsOf(curveOf(() => 1000))).toEqual([])
    expect(dropOffsOf(curveOf((at) => 100 + 3 * at))).toEqual([])
    expect(dropOffsOf({ views: 0, completion: null, points: [] })).toEqual([])
  })

  it('are found in a noisy curve', () => {
    const curve = curveOf((at) => (at < 150 ? 900 : 500) - at / 2 + 30 * noise(at))
    const found = dropOffsOf(curve)
    expect(found).toHaveLength(1)
    expect(Math.abs((found[0]?.at ?? 0) - 150)).toBeLessThanOrEqual(2)
    expect(dropOffsOf(curveOf((at) => 900 - at + 30 * noise(at)))).toEqual([])
  })

  it('have one entry if viewers leave over several seconds', () => {
    const curve = curveOf((at) => Math.max(400, Math.min(1000, 1000 - 30 * (at - 100))))
    expect(dropOffsOf(curve)).toHaveLength(1)
  })

  it('need more than two viewers and are limited to five', () => {
    const few = { ...curveOf((at) => (at < 50 ? 10 : 8)), views: 10 }
    expect(dropOffsOf(few)).toEqual([])
    const three = { ...curveOf((at) => (at < 50 ? 10 : 7)), views: 10 }
    expect(dropOffsOf(three)).toEqual([{ at: 50, before: 1, after: expect.closeTo(0.7, 9) }])
    const stairs = curveOf((at) => 1000 - 100 * Math.floor(at / 35))
    expect(dropOffsOf(stairs)).toHaveLength(5)
  })

  it('are found in videos of a few seconds', () => {
    const points = [100, 40, 40].map((views, at) => ({ at, views, plays: views }))
    expect(dropOffsOf({ views: 100, completion: null, points })).toEqual([{ at: 1, before: 1, after: 0.4 }])
  })
})

describe('replays', () => {
  it('start where a replayed part begins, most replayed first', () => {
    const again = (at: number) => (at >= 60 && at < 72 ? 300 : at >= 220 && at < 240 ? 700 : 0)
    expect(replaysOf(curveOf(() => 1000, again))).toEqual([
      { at: 220, again: expect.closeTo(0.7, 9) },
      { at: 60, again: expect.closeTo(0.3, 9) },
    ])
  })

  it('are empty if the whole video is replayed evenly or hardly at all', () => {
    expect(
      replaysOf(
        curveOf(
          () => 1000,
          () => 500,
        ),
      ),
    ).toEqual([])
    expect(
      replaysOf(
        curveOf(
          () => 1000,
          (at) => (at === 10 ? 100 : 0),
        ),
      ),
    ).toEqual([])
    expect(replaysOf(curveOf(() => 1000))).toEqual([])
  })
})
