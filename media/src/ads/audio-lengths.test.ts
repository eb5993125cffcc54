import { describe, expect, it } from 'vitest'
import { audioLengths, liveAudioLengths } from './audio-lengths.ts'

const sum = (lengths: readonly number[]) => lengths.reduce((a, b) => a + b, 0)

describe('the audio of an ad', () => {
  it('adds up to its video, with only the last segment cut', () => {
    const audio = [4.053333, 3.989333]
    expect(audioLengths(audio, [4, 4])).toEqual([4.053333, expect.closeTo(3.946667, 6)])
    expect(sum(audioLengths([5.034667], [5]))).toBeCloseTo(5, 6)
    expect(sum(audioLengths([2.9], [3]))).toBeCloseTo(3, 6)
  })

  it('keeps a short last segment above zero', () => {
    const cut = audioLengths([4.05, 4.05, 0.021], [4, 4])
    expect(sum(cut)).toBeCloseTo(8, 6)
    expect(Math.min(...cut)).toBeCloseTo(0.02, 6)
  })

  it('adds up in a live stream wherever the break ends', () => {
    const video = [3.75, 3.75, 3.76]
    const live = liveAudioLengths([3.797333, 3.797333, 3.712], video)
    for (const n of [1, 2, 3]) expect(sum(live.slice(0, n))).toBeCloseTo(sum(video.slice(0, n)), 6)
    expect(sum(liveAudioLengths([11.3], video))).toBeCloseTo(sum(video), 6)
  })
})
