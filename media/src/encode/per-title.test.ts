import { describe, expect, it } from 'vitest'
import type { Encoding, VideoPlan } from '../index.ts'
import { fittedPlan, planLadder, planSamples, STANDARD_ENCODING, sampleSizes } from '../index.ts'
import { aSource, aVideo, every2s } from '../testing/test-source.ts'

const perTitle: Encoding = { ...STANDARD_ENCODING, perTitle: true }

function planned(change: Partial<Encoding> = {}): VideoPlan {
  const plan = planLadder(aSource({ video: aVideo({ codec: 'vp9' }) }), null, { ...perTitle, ...change })
  if (plan.mode === 'audio-only') throw new Error('there is a video')
  return plan
}

const names = (plan: VideoPlan) => [plan.first, ...plan.rest].map(({ name }) => name)

describe('samples', () => {
  it('are few, short and spread over the whole video', () => {
    expect(planSamples(100).map(({ startS }) => startS)).toEqual([9, 29, 49, 69, 89])
    expect(planSamples(1)).toEqual([{ startS: 0, durationS: 1 }])
    for (const { startS, durationS } of planSamples(5)) expect(startS + durationS).toBeLessThanOrEqual(5)
  })

  it('are not taken if there is nothing to decide', () => {
    const small = planLadder(
      aSource({ video: aVideo({ width: 426, height: 240, codec: 'vp9' }) }),
      null,
      perTitle,
    )
    expect(sampleSizes(small)).toBeNull()
    expect(sampleSizes(planned())).toMatchObject({ small: { name: '240p' }, large: { name: '720p' } })
  })
})

describe('fittedPlan', () => {
  it('omits sizes that save almost nothing, but keeps the first and the top', () => {
    // Slides: four times the pixels need hardly more bits.
    const fitted = fittedPlan(planned(), [{ smallKbps: 20, largeKbps: 36 }])
    expect(names(fitted)).toEqual(['240p', '720p', '1080p'])
    expect(fitted.isFitted).toBe(true)
  })

  it('ignores a sample without a frame', () => {
    const measured = { smallKbps: 200, largeKbps: 1500 }
    const silent = { smallKbps: 0, largeKbps: 0 }
    expect(fittedPlan(planned(), [silent, measured, silent])).toEqual(fittedPlan(planned(), [measured]))
    expect(fittedPlan(planned(), [silent])).toEqual({ ...planned(), isFitted: true })
  })

  it('keeps the smaller sizes below a repackaged source', () => {
    const video = aVideo({ codec: 'h264' })
    const plan = planLadder(aSource({ video }), every2s, perTitle)
    if (plan.mode !== 'passthrough') throw new Error(`it was ${plan.mode}`)
    const fitted = fittedPlan(plan, [{ smallKbps: 200, largeKbps: 1500 }])
    expect(names(fitted)).toEqual(names(plan))
    expect(names(fittedPlan(plan, [{ smallKbps: 20, largeKbps: 36 }]))).toContain('240p')
  })

  it('keeps all sizes of a title with much detail', () => {
    const fitted = fittedPlan(planned(), [{ smallKbps: 200, largeKbps: 1500 }])
    expect(names(fitted)).toEqual(names(planned()))
  })

  it('limits a rung to what its title needs, and never above the ladder', () => {
    const easy = fittedPlan(planned(), [{ smallKbps: 20, largeKbps: 36 }])
    const hard = fittedPlan(planned(), [{ smallKbps: 4000, largeKbps: 30_000 }])
    const maxOf = (plan: VideoPlan, name: string) => plan.rest.find((rung) => rung.name === name)?.maxrateKbps
    expect(maxOf(easy, '1080p')).toBeLessThan((maxOf(planned(), '1080p') ?? 0) / 3)
    expect(maxOf(hard, '1080p')).toBe(maxOf(planned(), '1080p'))
  })

  it('omits the same sizes in other codecs', () => {
    const fitted = fittedPlan(planned({ codecs: ['h264', 'hevc'] }), [{ smallKbps: 20, largeKbps: 36 }])
    expect(fitted.later?.map(({ name }) => name)).toEqual(['240p-hevc', '720p-hevc', '1080p-hevc'])
  })

  it('lowers the quality below the top rung only', () => {
    const plan = planned()
    expect([plan.first, ...plan.rest].map(({ coarser }) => coarser ?? false)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(planLadder(aSource(), null)).not.toHaveProperty('rest.0.coarser')
  })
})
