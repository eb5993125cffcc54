import { describe, expect, it } from 'vitest'
import type { AudioRendition, VideoRendition } from './hls.ts'
import {
  addToTotals,
  bandwidthOf,
  mediaPlaylist,
  multivariantPlaylist,
  noSegmentTotals,
  parseMediaPlaylist,
  segmentStarts,
} from './hls.ts'

const growing = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.000000,
seg-00000.m4s
#EXTINF:3.960000,
seg-00001.m4s
`
const segments = [
  { uri: 'seg-00000.m4s', durationS: 4 },
  { uri: 'seg-00001.m4s', durationS: 3.96 },
]

describe('parseMediaPlaylist', () => {
  it('reads a playlist while ffmpeg writes it', () => {
    expect(parseMediaPlaylist(growing)).toEqual({ initUri: 'init.mp4', segments, ended: false })
  })

  it('detects the end', () => {
    expect(parseMediaPlaylist(`${growing}#EXT-X-ENDLIST\n`)?.ended).toBe(true)
  })

  it('waits for the init segment', () => {
    expect(parseMediaPlaylist('#EXTM3U\n')).toBeNull()
  })
})

describe('segmentStarts', () => {
  it('adds up the durations of earlier segments', () => {
    const starts = segmentStarts([...segments, { uri: 'c', durationS: 1 }])
    expect(starts.map((startS) => startS.toFixed(6))).toEqual(['0.000000', '4.000000', '7.960000'])
  })
})

describe('mediaPlaylist', () => {
  it('is VOD when ended', () => {
    expect(mediaPlaylist({ initUri: 'init.mp4', segments, ended: true })).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.000000,
seg-00000.m4s
#EXTINF:3.960000,
seg-00001.m4s
#EXT-X-ENDLIST
`)
  })

  it('is EVENT while it grows', () => {
    const text = mediaPlaylist({ initUri: 'init.mp4', segments, ended: false })
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(text).not.toContain('ENDLIST')
  })

  it('is the same after writing and reading', () => {
    const playlist = { initUri: 'init.mp4', segments, ended: true }
    expect(parseMediaPlaylist(mediaPlaylist(playlist))).toEqual(playlist)
  })

  it('has a target duration that no rounded segment duration exceeds', () => {
    const text = mediaPlaylist({ initUri: 'i', segments: [{ uri: 'a', durationS: 6.5 }], ended: true })
    expect(text).toContain('#EXT-X-TARGETDURATION:7')
  })
})

const video: VideoRendition = {
  uri: '720p.m3u8',
  codecs: 'avc1.64001f',
  width: 1280,
  height: 720,
  frameRate: 30_000 / 1001,
  bandwidth: { peak: 3_000_000, average: 2_000_000 },
}
const audio: AudioRendition = {
  uri: 'audio-0.m3u8',
  codecs: 'mp4a.40.2',
  name: 'English',
  language: 'eng',
  role: 'main',
  isDefault: true,
  channels: 2,
  bandwidth: { peak: 140_000, average: 128_000 },
}

describe('multivariantPlaylist', () => {
  it('offers an audio-only variant last, if requested', () => {
    const large = {
      ...audio,
      uri: 'large.m3u8',
      isDefault: false,
      bandwidth: { peak: 200_000, average: 190_000 },
    }
    const text = multivariantPlaylist([video], [audio, large], [], { audioIsRung: true })
    expect(text.split('\n').filter((line) => line.startsWith('#EXT-X-STREAM-INF'))).toHaveLength(2)
    expect(
      text.endsWith(
        `BANDWIDTH=200000,AVERAGE-BANDWIDTH=190000,CODECS="mp4a.40.2",AUDIO="audio"\naudio-0.m3u8\n`,
      ),
    ).toBe(true)
    expect(multivariantPlaylist([video], [], [], { audioIsRung: true })).not.toContain('mp4a')
  })

  it('describes each audio track, and allows automatic selection only among distinguishable ones', () => {
    const tracks: AudioRendition[] = [
      { ...audio, name: 'English', isDefault: false },
      { ...audio, name: 'English, studio', isDefault: true },
      { ...audio, name: 'Described', isDefault: false, role: 'description' },
      { ...audio, name: 'Director', isDefault: false, role: 'commentary', language: 'de' },
      { ...audio, name: 'Deutsch', isDefault: false, role: 'dub', language: 'de' },
    ]
    const text = multivariantPlaylist([video], tracks, [])
    expect([...text.matchAll(/AUTOSELECT=(\w+)/g)].map(([, value]) => value)).toEqual([
      'NO',
      'YES',
      'YES',
      'NO',
      'YES',
    ])
    expect(text.match(/CHARACTERISTICS="public.accessibility.describes-video"/g)).toHaveLength(1)
    expect(text).toMatch(/NAME="Described".*CHARACTERISTICS=/)
  })

  it('adds the bit rate of the audio to every variant', () => {
    expect(multivariantPlaylist([video], [audio], [])).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="eng",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio-0.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=3140000,AVERAGE-BANDWIDTH=2128000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="audio"
720p.m3u8
`)
  })

  it('has no audio group for a silent video', () => {
    expect(multivariantPlaylist([video], [], [])).not.toContain('AUDIO')
  })

  it('offers audio only as the variant', () => {
    expect(multivariantPlaylist([], [audio], [])).toContain(
      '#EXT-X-STREAM-INF:BANDWIDTH=140000,AVERAGE-BANDWIDTH=128000,CODECS="mp4a.40.2",AUDIO="audio"\naudio-0.m3u8',
    )
  })

  it('escapes quotes and line breaks in names', () => {
    const name = 'a",URI="https://evil/\n#EXT-X-ENDLIST\r\u0000'
    const text = multivariantPlaylist([video], [{ ...audio, name }], [])
    expect(text).toContain(`NAME="a',URI='https://evil/ #EXT-X-ENDLIST"`)
    expect(text.split('\n')).toHaveLength(7)
  })

  it('makes equal track names unique', () => {
    const text = multivariantPlaylist(
      [video],
      [audio, { ...audio, isDefault: false }, { ...audio, name: '' }],
      [],
    )
    expect([...text.matchAll(/NAME="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'English',
      'English (2)',
      'Audio 3',
    ])
  })
})

describe('subtitles', () => {
  const hindi = { uri: 's0.m3u8', name: 'हिन्दी', language: 'hi', isCaptions: false }

  it('form a group that every variant refers to, with characteristics for captions', () => {
    const text = multivariantPlaylist(
      [video],
      [audio],
      [hindi, { ...hindi, uri: 's1.m3u8', isCaptions: true }],
    )
    expect(text).toContain(
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="हिन्दी",LANGUAGE="hi",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="s0.m3u8"\n',
    )
    expect(text).toContain(
      'NAME="हिन्दी (2)",LANGUAGE="hi",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="s1.m3u8"\n',
    )
    expect(text).toContain('FRAME-RATE=29.970,AUDIO="audio",SUBTITLES="subtitles"\n720p.m3u8\n')
    expect(multivariantPlaylist([], [audio], [hindi])).toContain(
      'AUDIO="audio",SUBTITLES="subtitles"\naudio-0.m3u8\n',
    )
  })

  it('are selected automatically only for the first of indistinguishable tracks', () => {
    const text = multivariantPlaylist([video], [], [hindi, { ...hindi, name: 'Other' }])
    expect([...text.matchAll(/AUTOSELECT=(\w+)/g)].map(([, value]) => value)).toEqual(['YES', 'NO'])
  })

  it('have media playlists without an init segment', () => {
    const text = mediaPlaylist({ initUri: null, segments: [{ uri: 'a.vtt', durationS: 4 }], ended: true })
    expect(text).not.toContain('EXT-X-MAP')
    expect(text).toContain('#EXTINF:4.000000,\na.vtt\n#EXT-X-ENDLIST\n')
  })
})

describe('bandwidthOf', () => {
  it('measures the peak and the mean', () => {
    const segments = [
      { durationS: 4, sizeBytes: 1_000_000 },
      { durationS: 4, sizeBytes: 500_000 },
      { durationS: 0.1, sizeBytes: 50_000 },
    ]
    expect(bandwidthOf(segments.reduce(addToTotals, noSegmentTotals))).toEqual({
      peak: 2_000_000,
      average: 1_530_865,
    })
  })

  it('is 0 without segments', () => {
    expect(bandwidthOf(noSegmentTotals)).toEqual({ peak: 0, average: 0 })
  })
})
