import { describe, expect, it } from 'vitest'
import { mediaPlaylist } from '../hls/hls.ts'
import {
  breakTime,
  nearestBoundary,
  readStitchSource,
  type StitchSegment,
  stitchedPlaylist,
} from './stitch.ts'

const durations = [4, 4, 4, 2]
const plain = mediaPlaylist({
  initUri: 'init.mp4',
  segments: durations.map((durationS, n) => ({ uri: `seg-${n}.m4s`, durationS })),
  ended: true,
})
const content = readStitchSource(plain, '../c/')
const ad = (name: string, lengths: number[]): StitchSegment[] =>
  lengths.map((durationS, n) => ({
    uri: `../${name}/seg-${n}.m4s`,
    initUri: `../${name}/init.mp4`,
    durationS,
    isDiscontinuous: false,
  }))
const withoutTimes = (playlist: string) => playlist.split('\n').filter((line) => !line.startsWith('#EXTINF'))

describe('a stitched playlist', () => {
  it('is the content if there are no ads', () => {
    expect(stitchedPlaylist(content, [])).toBe(
      plain.replaceAll('init.mp4', '../c/init.mp4').replaceAll('seg-', '../c/seg-'),
    )
  })

  it('has a discontinuity with an initialization section before and after each ad', () => {
    const playlist = stitchedPlaylist(content, [
      { afterSegments: 0, ads: [ad('a', [4])] },
      { afterSegments: 2, ads: [ad('b', [4, 2.5]), ad('c', [3])] },
      { afterSegments: 4, ads: [ad('d', [7.6])] },
    ])
    expect(withoutTimes(playlist)).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:8',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="../a/init.mp4"',
      '../a/seg-0.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../c/init.mp4"',
      '../c/seg-0.m4s',
      '../c/seg-1.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../b/init.mp4"',
      '../b/seg-0.m4s',
      '../b/seg-1.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../c/init.mp4"',
      '../c/seg-0.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../c/init.mp4"',
      '../c/seg-2.m4s',
      '../c/seg-3.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../d/init.mp4"',
      '../d/seg-0.m4s',
      '#EXT-X-ENDLIST',
      '',
    ])
  })

  it('resumes after the replaced part, and shows that part if there are no ads', () => {
    const replaced = stitchedPlaylist(content, [{ afterSegments: 1, hides: 2, ads: [ad('a', [4])] }])
    expect(withoutTimes(replaced).slice(6)).toEqual([
      '#EXT-X-MAP:URI="../c/init.mp4"',
      '../c/seg-0.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../a/init.mp4"',
      '../a/seg-0.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../c/init.mp4"',
      '../c/seg-3.m4s',
      '#EXT-X-ENDLIST',
      '',
    ])
    const empty = stitchedPlaylist(content, [{ afterSegments: 1, hides: 2, ads: [] }])
    expect(empty).toBe(stitchedPlaylist(content, []))
  })

  it('keeps the discontinuities of the content', () => {
    const broken = mediaPlaylist({
      initUri: 'init.mp4',
      segments: [
        { uri: 'seg-0.m4s', durationS: 4 },
        { uri: 'seg-1.m4s', durationS: 4, initUri: 'init-1.mp4' },
        { uri: 'seg-2.m4s', durationS: 4 },
      ],
      ended: false,
    })
    const playlist = stitchedPlaylist(readStitchSource(broken, ''), [
      { afterSegments: 2, ads: [ad('a', [4])] },
    ])
    expect(withoutTimes(playlist).slice(4)).toEqual([
      '#EXT-X-PLAYLIST-TYPE:EVENT',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="init.mp4"',
      'seg-0.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="init-1.mp4"',
      'seg-1.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="../a/init.mp4"',
      '../a/seg-0.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="init-1.mp4"',
      'seg-2.m4s',
      '',
    ])
  })
})

describe('the time of a break', () => {
  it('is the nearest segment boundary', () => {
    expect(content.boundariesS).toEqual([0, 4, 8, 12, 14])
    expect([0, 1.9, 2.1, 9, 13.5, 99].map((timeS) => breakTime(content.boundariesS, [], timeS))).toEqual([
      0, 0, 4, 8, 14, 14,
    ])
    expect([0, 2, 4, 5.9, 6.1, 99].map((timeS) => nearestBoundary(content.boundariesS, timeS))).toEqual([
      0, 0, 1, 1, 2, 4,
    ])
  })

  it('prefers a boundary of the audio', () => {
    const [video, audio] = [
      [0, 5, 10, 15, 20, 25],
      [0, 4, 8, 12, 16, 20, 24, 25],
    ]
    expect(breakTime(video, audio, 12)).toBe(20)
    expect([2, 24].map((timeS) => breakTime(video, audio, timeS))).toEqual([0, 25])
    expect(breakTime([0, 4.01, 8.01], [0, 4, 8], 5)).toBe(4.01)
    // The chosen boundary can be before or after the requested time.
    expect([11, 9].map((timeS) => breakTime([0, 5, 10, 15, 20, 25], [0, 15, 25], timeS))).toEqual([15, 15])
  })
})
