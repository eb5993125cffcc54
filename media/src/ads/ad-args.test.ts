import { describe, expect, it } from 'vitest'
import { planTrack } from '../encode/audio-plan.ts'
import { STANDARD_ENCODING } from '../encode/encoding.ts'
import { aSource, aTrack, aVideo } from '../testing/test-source.ts'
import { adArgs, adBandwidth, planAd } from './ad-args.ts'

const input = { path: 'ad', demuxer: 'mov' }
const video = aVideo()
const source = { ...aSource({ video, audio: [aTrack()], durationS: 10 }), video }
const sizes = [
  { width: 426, height: 240, frameRate: 29.97, codecs: 'avc1.42c015' },
  { width: 1280, height: 720, frameRate: 29.97, codecs: 'avc1.64001f' },
]
const track = planTrack(source, 'a', STANDARD_ENCODING.audio)
const argsFor = (own: typeof track | undefined) =>
  adArgs(input, source, planAd(source, sizes, own), new Set()).join(' ')

describe('the plan of an ad', () => {
  it('has the frame rate of the video and segments of equal length', () => {
    const plan = planAd(source, sizes, null)
    expect(plan.frameRate).toEqual({ num: 30_000, den: 1001 })
    expect([plan.frames, plan.segmentFrames]).toEqual([300, [0, 100, 200]])
  })

  it('never ends with a very short segment', () => {
    const planned = (durationS: number) => planAd({ ...source, durationS }, sizes, null).segmentFrames.length
    expect([0.01, 3.9, 4.1, 8.04].map(planned)).toEqual([1, 1, 2, 3])
  })

  it('keeps an unusual frame rate', () => {
    expect(
      planAd(source, [{ width: 2, height: 2, frameRate: 12.5, codecs: 'avc1.64001f' }], null).frameRate,
    ).toEqual({
      num: 12_500,
      den: 1000,
    })
  })
})

describe('adArgs', () => {
  it('decodes once, letterboxes, and cuts all sizes at the same frames', () => {
    const args = argsFor(track)
    expect(args.split(' -i ')).toHaveLength(2)
    expect(args).toContain('pad=1280:720')
    expect(args).toContain('trim=end_frame=300,split=2[p0][p1]')
    expect(args.match(/-force_key_frames 0\.000000,3\.335667,6\.672333/g)).toHaveLength(2)
  })

  it('keeps the profile and level of each size', () => {
    const args = argsFor(track)
    expect(args).toContain('-profile:v baseline -level:v 2.1 -bf 0')
    expect(args).toContain('-profile:v high -level:v 3.1')
  })

  it('pads and cuts the audio to one frame more than the length of the video', () => {
    const samples = 471 * 1024
    expect(argsFor(track)).toContain(`apad=whole_len=${samples},atrim=end_sample=${samples}`)
  })

  it('adds silence to ads without audio, but no audio for videos without audio', () => {
    expect(argsFor(null)).toContain('-f lavfi -i anullsrc=r=48000:cl=stereo')
    expect(argsFor(undefined)).not.toMatch(/anullsrc|-af/)
  })

  it('has mono audio if the video has', () => {
    const mono = (own: typeof track) =>
      adArgs(
        input,
        source,
        planAd(source, sizes, own, 4, { channels: 1, sampleRate: 48_000 }),
        new Set(),
      ).join(' ')
    expect(mono(track)).toMatch(/channel_layouts=mono.* -b:a 64k -ar 48000 -ac 1 /)
    expect(mono(null)).toContain('cl=mono')
    expect(argsFor(track)).toMatch(/channel_layouts=stereo.* -ac 2 /)
  })

  it('has the sample rate of the video', () => {
    const plan = planAd(source, sizes, track, 4, { channels: 2, sampleRate: 44_100 })
    const samples = 433 * 1024
    const filters = `aresample=44100,apad=whole_len=${samples},atrim=end_sample=${samples}`
    expect(adArgs(input, source, plan, new Set()).join(' ')).toMatch(
      new RegExp(`${filters}.* -ar 44100 -ac 2 `),
    )
  })

  it('announces enough bandwidth for its largest segment', () => {
    expect(adBandwidth({ width: 1280, height: 720, frameRate: 30 })).toBe(4_900_000)
    expect(adBandwidth(null)).toBeGreaterThan(128_000)
  })
})
