import { describe, expect, it } from 'vitest'
import { createSilence } from './silence.ts'
import { LIVE_TICKS } from './source.ts'

/** Sends frames at these times, which have other times of arrival if `arrivesS` says so.
 * @returns whether the source counts as silent `afterS` seconds after the last one */
function silentAfter(times: readonly number[], keyEveryS: number, arrivesS = (atS: number) => atS) {
  const silence = createSilence()
  for (const atS of times)
    silence.heard(arrivesS(atS) * LIVE_TICKS, { dts: atS * LIVE_TICKS, isKey: atS % keyEveryS < 0.001 })
  return (afterS: number) => silence.isOver(((times.at(-1) ?? 0) + afterS) * LIVE_TICKS)
}

const regular = (fps: number) => Array.from({ length: 20 * fps }, (_, n) => n / fps)

describe('a source is silent', () => {
  it.each([
    [30, 2, 0.6],
    [5, 2, 0.6],
    [2, 2, 1.25],
    [1, 2, 2.5],
    [30, 10, 1.5],
  ])('of %d frames per second with a keyframe every %d s, after %d s', (fps, keyEveryS, limitS) => {
    const isSilent = silentAfter(regular(fps), keyEveryS)
    expect(isSilent(limitS - 0.05)).toBe(false)
    expect(isSilent(limitS + 0.05)).toBe(true)
  })

  it('later if its first keyframe was seconds ago and the next one has not come', () => {
    const isSilent = silentAfter(
      regular(30).filter((atS) => atS < 8),
      100,
    )
    expect(isSilent(1.4)).toBe(false)
    expect(isSilent(1.6)).toBe(true)
  })

  it('whose screen sharing stood still for 1 s, after more than that', () => {
    const times = regular(15).filter((atS) => atS < 18.6 || atS > 19.6)
    expect(silentAfter(times, 2)(1.2)).toBe(false)
  })

  it('whose screen sharing stood still minutes before, after 1.5 times as long', () => {
    const times = Array.from({ length: 200 * 15 }, (_, n) => n / 15).filter((atS) => atS < 50 || atS > 51)
    const isSilent = silentAfter(times, 2)
    expect(isSilent(1.4)).toBe(false)
    expect(isSilent(1.7)).toBe(true)
  })

  it('as usual if its frames were only late', () => {
    const isSilent = silentAfter(regular(30), 2, (atS) => (atS > 10 && atS < 11 ? 11 : atS))
    expect(isSilent(0.65)).toBe(true)
  })

  it('as usual if it has not stood still for a long time', () => {
    const times = Array.from({ length: 400 * 15 }, (_, n) => n / 15).filter((atS) => atS < 50 || atS > 51)
    expect(silentAfter(times, 2)(0.65)).toBe(true)
  })

  it('after 3 s at the latest', () => {
    expect(silentAfter([0, 2, 4, 6, 8], 2)(3.1)).toBe(true)
    expect(silentAfter([0], 2)(3.1)).toBe(true)
  })

  it('before its first frame', () => {
    expect(createSilence().isOver(0)).toBe(true)
  })
})
