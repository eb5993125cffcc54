import { describe, expect, it } from 'vitest'
import { viewTotals } from './view-totals.ts'

describe('the totals of a view', () => {
  it('sum the time of each activity', () => {
    const totals = viewTotals(1000)
    expect(totals.read(1500)).toMatchObject({ startupMs: null, watchMs: 0 })
    totals.become('playing', 1800)
    totals.setQuality(1800, 2000, 1.5)
    totals.become('stalled', 6800)
    totals.become('playing', 7300)
    totals.setQuality(7300, 500, 0.75)
    totals.become('seeking', 9300)
    totals.become('paused', 9400)
    expect(totals.read(60_000)).toEqual({
      startupMs: 800,
      playedMs: 7000,
      rebufferMs: 500,
      rebuffers: 1,
      seekMs: 100,
      seeks: 1,
      watchMs: 7600,
      // 5 s at 2,000 kbit/s and 2 s at 500 kbit/s.
      kbit: 11_000,
      ratedMs: 7000,
      // 50% larger for 5 s and 25% smaller for 2 s.
      upscaledMs: 2500,
      downscaledMs: 500,
    })
  })

  it('apply the first known bitrate to the time before, and no bitrate if none is known', () => {
    const totals = viewTotals(0)
    totals.become('playing', 0)
    totals.setQuality(1000, 0, 1)
    expect(totals.read(2000)).toMatchObject({ playedMs: 2000, kbit: 0, ratedMs: 0 })
    totals.setQuality(3000, 800, 1)
    expect(totals.read(3000)).toMatchObject({ kbit: 2400, ratedMs: 3000 })
    totals.setQuality(4000, 0, 1)
    expect(totals.read(6000)).toMatchObject({ playedMs: 6000, kbit: 3200, ratedMs: 4000 })
    totals.setQuality(6000, 100, 1)
    expect(totals.read(7000)).toMatchObject({ kbit: 3300, ratedMs: 5000 })
  })

  it('grow while nothing changes, and never decrease if the clock does', () => {
    const totals = viewTotals(0)
    totals.become('playing', 100)
    expect(totals.read(1100).playedMs).toBe(1000)
    expect(totals.read(900).playedMs).toBe(1000)
    expect(totals.read(2000)).toMatchObject({ playedMs: 2100, startupMs: 100 })
  })

  it('count neither pauses nor faults before the first frame as startup time', () => {
    const totals = viewTotals(0)
    totals.become('paused', 500)
    totals.become('loading', 9000)
    totals.become('failed', 9100)
    totals.become('loading', 20_000)
    expect(totals.hasStarted()).toBe(false)
    totals.become('playing', 20_200)
    expect(totals.read(20_200)).toMatchObject({ startupMs: 800, watchMs: 0 })
  })
})
