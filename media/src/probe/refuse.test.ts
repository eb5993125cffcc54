import { describe, expect, it } from 'vitest'
import { aSource, aTrack, aVideo } from '../testing/test-source.ts'
import type { Source } from './probe.ts'
import { refuse, withDecodableAudio } from './refuse.ts'

const codecs = new Set(['h264', 'aac'])

describe('refuse', () => {
  it.each<[string, Source | null, string | null]>([
    ['a common clip', aSource(), null],
    ['audio only', aSource({ video: null }), null],
    ['no ffprobe output', null, 'media-unreadable'],
    ['no tracks', aSource({ video: null, audio: [] }), 'media-no-tracks'],
    [
      'a decompression bomb',
      aSource({ video: aVideo({ width: 65_535, height: 65_535 }) }),
      'media-dimensions',
    ],
    ['too many pixels', aSource({ video: aVideo({ width: 8192, height: 8192 }) }), 'media-dimensions'],
    ['8K', aSource({ video: aVideo({ width: 7680, height: 4320 }) }), null],
    ['no size', aSource({ video: aVideo({ width: 0, height: 0 }) }), 'media-dimensions'],
    [
      'an absurd pixel aspect ratio',
      aSource({ video: aVideo({ displayWidth: 1_000_000 }) }),
      'media-dimensions',
    ],
    [
      'a million frames per second',
      aSource({ video: aVideo({ frameRate: { num: 1_000_000, den: 1 } }) }),
      'media-frame-rate',
    ],
    ['no duration', aSource({ durationS: 0 }), 'media-duration'],
    ['more than a day', aSource({ durationS: 90_000 }), 'media-duration'],
    ['an unknown codec', aSource({ video: aVideo({ codec: 'secret' }) }), 'media-codec'],
    ['Dolby Vision alone', aSource({ video: aVideo({ needsDolbyVision: true }) }), 'media-dolby-vision'],
    ['only unknown audio', aSource({ video: null, audio: [aTrack({ codec: 'apac' })] }), 'media-codec'],
    ['unknown audio beside a video', aSource({ audio: [aTrack({ codec: 'apac' })] }), null],
  ])('checks %s', (_, source, reason) => {
    expect(refuse(source, codecs)).toBe(reason)
  })
})

describe('withDecodableAudio', () => {
  it('drops audio that this ffmpeg cannot decode', () => {
    const source = aSource({ audio: [aTrack(), aTrack({ index: 2, codec: 'apac' })] })
    expect(withDecodableAudio(source, codecs).audio.map(({ index }) => index)).toEqual([1])
  })
})
