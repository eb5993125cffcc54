import { describe, expect, it } from 'vitest'
import { liveShapeOf, shapeKeyOf, shapeOf } from './shape.ts'

type Given = Parameters<typeof shapeOf>[0]

const video = (frameRate: number) =>
  [{ outputId: 'v', width: 640, height: 360, frameRate, codecs: 'avc1.64001f' }] as unknown as Given['video']
const audio = (...channels: number[]) =>
  channels.map((each) => ({ outputId: 'a', channels: each, sampleRate: 48_000 })) as unknown as Given['audio']

describe('the shape of ads', () => {
  it('is mono if all audio of the video is', () => {
    const isMono = (...channels: number[]) =>
      shapeOf({ video: video(25), audio: audio(...channels) }, null)?.isMono ?? false
    expect([isMono(), isMono(1), isMono(2), isMono(1, 2)]).toEqual([false, true, false, false])
  })

  it('has the sample rate of the video if all of its audio has it', () => {
    const rateOf = (...rates: number[]) => {
      const tracks = rates.map((sampleRate) => ({ outputId: 'a', channels: 2, sampleRate }))
      return shapeOf({ video: video(25), audio: tracks as unknown as Given['audio'] }, null)?.sampleRate
    }
    expect(
      [[], [48_000], [44_100], [44_100, 44_100], [44_100, 48_000]].map((rates) => rateOf(...rates)),
    ).toEqual([undefined, undefined, 44_100, 44_100, undefined])
  })

  it('has the usual frame rate nearest to the measured one of a live stream', () => {
    const rateOf = (measured: number) =>
      liveShapeOf({ video: video(measured), audio: [] }, 2)?.video[0]?.frameRate
    expect([23.98, 24.01, 29.97, 29.96, 30, 29.99, 59.94, 60.02].map(rateOf)).toEqual([
      23.976, 24, 29.97, 29.97, 30, 30, 59.94, 60,
    ])
  })

  it('keeps the key for stereo videos', () => {
    const shape = shapeOf({ video: video(25), audio: audio(2) }, null)
    expect(Object.keys(shape ?? {})).toEqual(['video', 'hasAudio', 'loudness'])
    expect(shape && shapeKeyOf(shape)).toHaveLength(22)
  })
})
