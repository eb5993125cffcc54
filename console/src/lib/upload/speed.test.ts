import { describe, expect, it } from 'vitest'
import { nextSpeed, type Speed, secondsFor, standstill } from './speed'

function measure(speed: Speed, bytesPerTick: number, ticks: number): Speed {
  let measured = speed
  for (let tick = 0; tick < ticks; tick++) measured = nextSpeed(measured, bytesPerTick, 500)
  return measured
}

describe('speed', () => {
  it('is correct from the first measurements', () => {
    expect(nextSpeed(standstill, 500, 500).bytesPerSecond).toBe(1000)
    expect(measure(standstill, 500, 4).bytesPerSecond).toBeCloseTo(1000)
  })

  it('follows a change within seconds, without a jump', () => {
    const steady = measure(standstill, 500, 20)
    expect(nextSpeed(steady, 5000, 500).bytesPerSecond).toBeLessThan(2500)
    expect(measure(steady, 5000, 24).bytesPerSecond).toBeGreaterThan(9000)
  })

  it('counts a part that is sent again as no progress, not as negative progress', () => {
    expect(nextSpeed({ bytesPerSecond: 1000, measuredMs: 10_000 }, -800, 500).bytesPerSecond).toBeGreaterThan(
      0,
    )
  })

  it('gives no estimate before the first measurements', () => {
    expect(secondsFor(1000, measure(standstill, 500, 2))).toBeUndefined()
    expect(secondsFor(1000, measure(standstill, 500, 4))).toBeCloseTo(1)
    expect(secondsFor(1000, measure(standstill, 0, 4))).toBeUndefined()
  })
})
