import type { BadSourceCue, LivePacket, SourceCue } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import { createCueMarker } from './cue-marker.ts'
import { createHlsCueReader } from './hls-cues.ts'
import { parseHlsPlaylist } from './hls-playlist.ts'

const scte35 = '/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo='
const hex = `0x${Buffer.from(scte35, 'base64').toString('hex')}`
const eventId = '1207959695'
const eventS = 5_426_421 / 90_000

/** Kind, ID, seconds after the start of the playlist, duration, and whether the cue has an SCTE-35 message. */
type Found = readonly [string, string | null, number, number | null, boolean]

function playlist(...lines: string[]): string {
  return ['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lines].join('\n')
}

/** Reads the cues of playlists that are loaded one after another. */
function cuesIn(...texts: string[]): (Found | string)[] {
  const reader = createHlsCueReader()
  let next = 0
  let startS = 0
  return texts.flatMap((text) => {
    const parsed = parseHlsPlaylist(text)
    if (parsed?.kind !== 'media') throw new Error('this is no media playlist')
    return parsed.segments
      .filter(({ msn }) => msn >= next)
      .flatMap((segment) => {
        const placed = reader.read(segment, parsed.dateRanges)
        const found = placed.map(({ cue, offsetS }): Found | string =>
          cue.kind === 'bad-cue'
            ? `${cue.origin}: ${cue.reason}`
            : [cue.what, cue.eventId, startS + offsetS, cue.durationS, cue.raw !== null],
        )
        next = segment.msn + 1
        startS += segment.durationS
        return found
      })
  })
}

const segment = (name: string) => ['#EXTINF:4,', `${name}.ts`]

describe('cues of a playlist', () => {
  it.each([
    [':30', 30],
    [':30.5', 30.5],
    [':DURATION=30', 30],
    [':DURATION="30.25"', 30.25],
    [':PT1M30S', 90],
    [':DURATION="PT0.5H"', 1800],
    ['', null],
    [':', null],
    [':-5', null],
  ])('are EXT-X-CUE-OUT%s and EXT-X-CUE-IN', (value, durationS) => {
    const text = playlist(
      ...segment('a'),
      `#EXT-X-CUE-OUT${value}`,
      ...segment('b'),
      '#EXT-X-CUE-OUT-CONT:4/30',
      ...segment('c'),
      '#EXT-X-CUE-IN',
      ...segment('d'),
    )
    expect(cuesIn(text)).toEqual([
      ['out', null, 4, durationS, false],
      ['in', null, 12, null, false],
    ])
  })

  it('include breaks that have already begun', () => {
    const joined = (value: string) => cuesIn(playlist(`#EXT-X-CUE-OUT-CONT:${value}`, ...segment('a')))
    expect(joined('ElapsedTime=5.5,Duration=30')).toEqual([['out', null, -5.5, 30, false]])
    expect(joined('8/30.5')).toEqual([['out', null, -8, 30.5, false]])
    expect(joined('8')).toEqual([['out', null, -8, null, false]])
  })

  it('carry the SCTE-35 message of the tag before them', () => {
    const message = `#EXT-OATCLS-SCTE35:${scte35}`
    const withOut = playlist(message, '#EXT-X-CUE-OUT:30', ...segment('a'))
    expect(cuesIn(withOut)).toEqual([['out', eventId, 0, 30, true]])
    expect(cuesIn(playlist(message, ...segment('a')))).toEqual([['out', eventId, 0, eventS, true]])
    const broken = playlist('#EXT-OATCLS-SCTE35:/DAv', '#EXT-X-CUE-OUT:30', ...segment('a'))
    expect(cuesIn(broken)).toEqual(['cue-out: truncated', ['out', null, 0, 30, false]])
  })

  it('come only from date ranges if the playlist has tags for the same breaks', () => {
    const range = `#EXT-X-DATERANGE:ID="7",START-DATE="2026-01-01T00:00:03.500Z",PLANNED-DURATION=4,SCTE35-OUT=${hex}`
    const text = playlist(
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z',
      range,
      ...segment('a'),
      '#EXT-X-CUE-OUT:4',
      ...segment('b'),
      '#EXT-X-CUE-IN',
      ...segment('c'),
    )
    expect(cuesIn(text)).toEqual([['out', '7', 3.5, 4, true]])
  })

  it('come once from each date range, regardless of its position', () => {
    const first = [
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z',
      ...segment('a'),
      ...segment('b'),
      `#EXT-X-DATERANGE:ID="7",START-DATE="2026-01-01T00:00:09.500Z",PLANNED-DURATION=30,SCTE35-OUT=${hex}`,
      '#EXT-X-DATERANGE:ID="x",CLASS="a",START-DATE="2026-01-01T00:00:01Z",DURATION=5',
    ]
    const ended = '#EXT-X-DATERANGE:ID="7",START-DATE="2026-01-01T00:00:09.500Z",DURATION=20,SCTE35-IN=0xFC30'
    const command = `#EXT-X-DATERANGE:ID="8",START-DATE="2026-01-01T00:00:40Z",SCTE35-CMD=${hex}`
    const noDate = `#EXT-X-DATERANGE:ID="9",SCTE35-OUT=${hex}`
    expect(
      cuesIn(
        playlist(...first),
        playlist(...first),
        playlist(...first.slice(0, -1), ended, command, noDate, ...segment('c'), ...segment('d')),
      ),
    ).toEqual([
      ['out', '7', 9.5, 30, true],
      'daterange: truncated',
      ['in', '7', 29.5, null, false],
      ['out', '8', 40, eventS, true],
      'daterange: date',
    ])
    const closed =
      '#EXT-X-DATERANGE:ID="7",START-DATE="2026-01-01T00:00:09.500Z",END-DATE="2026-01-01T00:00:19.500Z"'
    const again = `${closed},PLANNED-DURATION=30,SCTE35-OUT=${hex}`
    for (const line of [closed, again])
      expect(
        cuesIn(playlist(...first), playlist(...first.slice(0, -2), line, ...segment('c'), ...segment('d'))),
      ).toEqual([
        ['out', '7', 9.5, 30, true],
        line === again ? ['out', '7', 9.5, 10, true] : ['in', '7', 19.5, null, false],
      ])
    const old = playlist(
      `#EXT-X-DATERANGE:ID="7",START-DATE="2025-12-31T23:59:00Z",DURATION=30,SCTE35-OUT=${hex}`,
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z',
      ...segment('a'),
    )
    expect(cuesIn(old)).toEqual([])
  })
})

describe('the times of cues', () => {
  function marking() {
    const cues: (SourceCue | BadSourceCue)[] = []
    const nothing = () => undefined
    const sink = {
      track: nothing,
      packet: nothing,
      cue: (cue: SourceCue | BadSourceCue) => cues.push(cue),
      end: nothing,
    }
    const marker = createCueMarker(sink)
    const config = new Uint8Array(0)
    for (const kind of ['video', 'audio'] as const)
      marker.sink.track(kind === 'video' ? { kind, codec: 'h264', config } : { kind, codec: 'aac', config })
    const begin = (eventId: string, durationS: number, offsetS = 0) =>
      marker.begin(durationS, [
        {
          cue: { kind: 'cue', what: 'out', eventId, durationS: null, raw: null, origin: 'cue-out' },
          offsetS,
        },
      ])
    const send = (kind: LivePacket['kind'], timeS: number, isKey: boolean) =>
      marker.sink.packet({ kind, dts: timeS * 90_000, cts: 900, isKey, data: config })
    const times = () =>
      cues.map((cue) => cue.kind === 'cue' && [cue.eventId, ((cue.ptsTicks ?? 0) - 900) / 90_000])
    return { begin, send, times }
  }

  it('are those of the first keyframes of segments, even if several segments wait', () => {
    const { begin, send, times } = marking()
    for (const [name, offsetS] of [
      ['a', 0],
      ['b', 10],
      ['c', -1],
    ] as const)
      begin(name, 4.004, offsetS)
    for (let timeS = 100; timeS < 109; timeS += 0.5) {
      send('audio', timeS - 0.2, true)
      send('video', timeS, timeS % 2 === 0)
      send('video', timeS + 0.1, false)
    }
    expect(times()).toEqual([
      ['a', 100],
      ['b', 114],
      ['c', 107],
    ])
  })

  it('continue after segments without a keyframe and after a reset of the clock', () => {
    const { begin, send, times } = marking()
    for (const name of ['a', 'b', 'c']) begin(name, 4)
    for (const timeS of [100, 108]) send('video', timeS, true)
    begin('d', 4)
    send('video', 5, true)
    begin('e', 4)
    send('video', 7000, true)
    expect(times()).toEqual([
      ['a', 100],
      ['b', 104],
      ['c', 108],
      ['d', 5],
      ['e', 7000],
    ])
  })
})
