import { describe, expect, it } from 'vitest'
import type { BadSourceCue, LivePacket, LiveSink, LiveTrack, SourceCue } from '../source.ts'
import type { ScriptValue } from './cue-point.ts'
import { createFlvSource } from './flv-source.ts'

const avcC = [1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 0]
const hvcC = Array.from({ length: 23 }, (_, n) => (n === 0 ? 1 : n === 21 ? 0x0f : 0))
const av1C = [0x81, 4, 0x0c, 0]
const opusHead = [...ascii('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]
const data = [0, 0, 0, 1, 0x65]

describe('FLV tags', () => {
  it('become an H.264 track and packets, with a signed composition time', () => {
    const { flv, tracks, packets } = collect()
    flv.video(0, bytes(0x17, 0, 0, 0, 0, ...avcC))
    flv.video(40, bytes(0x17, 1, 0, 0, 80, ...data))
    flv.video(80, bytes(0x27, 1, 0xff, 0xff, 0xd8, ...data))
    flv.video(120, bytes(0x17, 2, 0, 0, 0))
    expect(tracks).toEqual([{ kind: 'video', codec: 'h264', config: bytes(...avcC) }])
    expect(packets).toEqual([
      { kind: 'video', dts: 3600, cts: 7200, isKey: true, isOpen: false, data: bytes(...data) },
      { kind: 'video', dts: 7200, cts: -3600, isKey: false, isOpen: false, data: bytes(...data) },
    ])
  })

  it('become an AAC track and packets', () => {
    const { flv, tracks, packets } = collect()
    flv.script(0, ['onMetaData', new Map([['audiocodecid', 10]])])
    flv.audio(0, bytes(0xaf, 0, 0x11, 0x90))
    flv.audio(23, bytes(0xaf, 1, 1, 2, 3))
    expect(tracks).toEqual([{ kind: 'audio', codec: 'aac', config: bytes(0x11, 0x90) }])
    expect(packets).toEqual([{ kind: 'audio', dts: 2070, cts: 0, isKey: true, data: bytes(1, 2, 3) }])
  })

  it('of Enhanced RTMP carry HEVC, AV1, H.264, AAC and Opus', () => {
    const { flv, tracks, packets } = collect()
    flv.video(0, bytes(0x90, ...ascii('hvc1'), ...hvcC))
    flv.video(0, bytes(0x91, ...ascii('hvc1'), 0, 0, 40, ...data))
    flv.video(40, bytes(0xa3, ...ascii('hvc1'), ...data))
    flv.video(80, bytes(0x90, ...ascii('av01'), ...av1C))
    flv.video(80, bytes(0x91, ...ascii('av01'), 9, 9))
    flv.video(120, bytes(0x90, ...ascii('avc1'), ...avcC))
    flv.video(120, bytes(0x91, ...ascii('avc1'), 0, 0, 0, ...data))
    flv.audio(0, bytes(0x90, ...ascii('Opus'), ...opusHead))
    flv.audio(0, bytes(0x91, ...ascii('Opus'), 7))
    flv.audio(20, bytes(0x90, ...ascii('mp4a'), 0x11, 0x90))
    flv.audio(20, bytes(0x91, ...ascii('mp4a'), 8))
    expect(tracks.map(({ codec }) => codec)).toEqual(['hevc', 'av1', 'h264', 'opus', 'aac'])
    expect(packets.map(({ kind, cts, isKey, data }) => [kind, cts, isKey, data.length])).toEqual([
      ['video', 3600, true, 5],
      ['video', 0, false, 5],
      ['video', 0, true, 2],
      ['video', 0, true, 5],
      ['audio', 0, true, 1],
      ['audio', 0, true, 1],
    ])
  })

  it('are read after time modifiers', () => {
    const { flv, tracks, packets } = collect()
    flv.video(0, bytes(0x90, ...ascii('av01'), ...av1C))
    flv.video(0, bytes(0x97, 2, 0, 0, 9, 0x01, ...ascii('av01'), 5))
    flv.video(0, bytes(0x97, 255, 0, 1, 0, 0, 0x03, ...ascii('av01'), 6))
    expect(tracks).toHaveLength(1)
    expect(packets.map((packet) => packet.data)).toEqual([bytes(5), bytes(6)])
  })

  it('repeat no track whose configuration is unchanged, and wait for a keyframe after a change', () => {
    const { flv, tracks, packets } = collect()
    flv.video(0, bytes(0x17, 1, 0, 0, 0, ...data))
    flv.video(0, bytes(0x17, 0, 0, 0, 0, ...avcC))
    flv.video(0, bytes(0x27, 1, 0, 0, 0, ...data))
    flv.video(0, bytes(0x17, 1, 0, 0, 0, ...data))
    flv.video(0, bytes(0x17, 0, 0, 0, 0, ...avcC))
    flv.video(0, bytes(0x27, 1, 0, 0, 0, ...data))
    flv.video(0, bytes(0x17, 0, 0, 0, 0, ...avcC, 0))
    flv.video(0, bytes(0x27, 1, 0, 0, 0, ...data))
    expect(packets.map(({ isKey }) => isKey)).toEqual([true, false])
    flv.video(0, bytes(0x17, 1, 0, 0, 0, ...data))
    expect(tracks).toHaveLength(2)
    expect(packets.map(({ isKey }) => isKey)).toEqual([true, false, true])
  })

  it('name codecs that are not supported', () => {
    const { flv } = collect()
    const codec = (detail: string) => ({ reason: 'codec-not-supported', detail })
    expect(flv.video(0, bytes(0x12, 0, 0))).toEqual(codec('H.263'))
    expect(flv.video(0, bytes(0x1c, 0, 0))).toEqual(codec('HEVC without Enhanced RTMP'))
    expect(flv.video(0, bytes(0x90, ...ascii('vp09'), ...av1C))).toEqual(codec('vp09'))
    expect(flv.video(0, bytes(0x90, 0, 0x1b, 0x61, 0x0a, ...av1C))).toEqual(codec('??a?'))
    expect(flv.audio(0, bytes(0x2f, 0, 0))).toEqual(codec('MP3'))
    expect(flv.audio(0, bytes(0x90, ...ascii('fLaC'), 1))).toEqual(codec('fLaC'))
    const shortLengths = avcC.with(4, 0xfd)
    expect(flv.video(0, bytes(0x17, 0, 0, 0, 0, ...shortLengths))).toEqual({
      reason: 'nal-lengths-not-supported',
      detail: 'NAL unit lengths of 2 bytes',
    })
  })

  it('are ignored when they are empty', () => {
    const { flv, tracks, packets } = collect()
    const empty = [bytes(), bytes(0x17), bytes(0x17, 0, 0, 0, 0), bytes(0x17, 1, 0, 0, 0), bytes(0x57, 1)]
    for (const body of empty) expect(flv.video(0, body)).toBe('taken')
    for (const body of [bytes(0x94, ...ascii('hvc1'), 1), bytes(0x96, 1), bytes(0x97), bytes(0x97, 255)])
      expect(flv.video(0, body)).toBe('taken')
    for (const body of [bytes(), bytes(0xaf), bytes(0xaf, 0), bytes(0xaf, 1), bytes(0x95, 1)])
      expect(flv.audio(0, body)).toBe('taken')
    expect([...tracks, ...packets]).toEqual([])
  })

  it.each([
    ['no keyframe in 10 s', [bytes(0x17, 0, 0, 0, 0, ...avcC)], 0x27],
    ['no decoder configuration in 10 s', [], 0x17],
  ])('report video that cannot be shown, once: %s', (reason, before, frame) => {
    const reasons: string[] = []
    const { sink } = collect()
    const flv = createFlvSource({ ...sink, noPicture: (why) => reasons.push(why) })
    for (const body of before) flv.video(0, body)
    for (let ms = 0; ms < 10_000; ms += 500) flv.video(ms, bytes(frame, 1, 0, 0, 0, ...data))
    expect(reasons).toEqual([])
    for (let ms = 10_000; ms < 30_000; ms += 500) flv.video(ms, bytes(frame, 1, 0, 0, 0, ...data))
    expect(reasons).toEqual([reason])
  })

  it('keep audio and video in sync when the 32-bit clock wraps', () => {
    const { flv, packets } = collect()
    const last = 2 ** 32 - 1
    flv.video(last - 20, bytes(0x17, 0, 0, 0, 0, ...avcC))
    flv.audio(last - 20, bytes(0xaf, 0, 0x11, 0x90))
    flv.video(last - 20, bytes(0x17, 1, 0, 0, 0, ...data))
    flv.audio(19, bytes(0xaf, 1, 1))
    flv.video(last, bytes(0x27, 1, 0, 0, 0, ...data))
    flv.video(39, bytes(0x27, 1, 0, 0, 0, ...data))
    expect(packets.map(({ dts }) => dts / 90 - last)).toEqual([-20, 20, 0, 40])
  })
})

describe('cues in script data', () => {
  const scte35 = '/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo='
  const fields = (values: Record<string, ScriptValue>) => new Map(Object.entries(values))
  const cue = (more: Partial<SourceCue>): SourceCue => ({
    kind: 'cue',
    what: 'out',
    eventId: null,
    ptsTicks: 20_000 * 90,
    durationS: null,
    raw: null,
    origin: 'cuepoint',
    ...more,
  })
  const read = (name: string, values: Record<string, ScriptValue>) => {
    const { flv, cues } = collect()
    flv.script(20_000, [name, fields(values)])
    return cues[0]
  }

  it('are read in the formats of common encoders', () => {
    const raw = Uint8Array.from(Buffer.from(scte35, 'base64'))
    const message = { raw, eventId: '1207959695', durationS: 5_426_421 / 90_000 }
    // Adobe Primetime.
    expect(read('onAdCue', { cue: 'SpliceOut', id: 'a', duration: 30, time: 24.5 })).toEqual(
      cue({ eventId: 'a', durationS: 30, ptsTicks: 24_500 * 90 }),
    )
    expect(read('onAdCue', { cue: 'SpliceOut', id: 'a', duration: 30, time: 8, elapsed: 12 })).toEqual(
      cue({ eventId: 'a', durationS: 30, ptsTicks: 8000 * 90 }),
    )
    expect(read('onAdCue', { cue: scte35, type: 'scte35', id: 'a', duration: 0, time: 24 })).toEqual(
      cue({ ...message, ptsTicks: 24_000 * 90 }),
    )
    // AWS Elemental.
    expect(
      read('onCuePoint', {
        name: 'scte35',
        time: 3600,
        type: 'event',
        parameters: fields({ id: 7, duration: '15' }),
      }),
    ).toEqual(cue({ eventId: '7', durationS: 15 }))
    expect(read('onCuePoint', { name: 'scte35', data: scte35 })).toEqual(cue(message))
    // YouTube.
    const youtube = { type: 'com.youtube.cuepoint', pre_roll_time_sec: 2.5, break_duration_sec: 30 }
    expect(read('onCuePoint', { ...youtube, cue_point_start: true, splice_event_id: 0 })).toEqual(
      cue({ eventId: '0', durationS: 30, ptsTicks: 22_500 * 90 }),
    )
    expect(read('onCuePoint', { name: 'break-end' })).toEqual(cue({ what: 'in' }))
    expect(read('onCuePoint', { name: 'score', type: 'event' })).toEqual(cue({ what: 'other' }))
  })

  it('are refused if they are invalid, and other data is ignored', () => {
    const bad = (reason: string) => ({ kind: 'bad-cue', origin: 'cuepoint', reason })
    expect(read('onCuePoint', { type: 'scte35', cue: 'nonsense!' })).toEqual(bad('text'))
    expect(read('onCuePoint', { cue: scte35.replace('PAPI', 'PAPJ').replace('BNW', 'BMW') })).toMatchObject(
      bad('checksum'),
    )
    const { flv, cues } = collect()
    flv.script(0, ['onCuePoint', 5])
    expect(cues).toEqual([bad('fields')])
    for (const values of [[], ['onMetaData', fields({ duration: 5 })], [5], ['@setDataFrame']])
      flv.script(0, values)
    expect(cues).toHaveLength(1)
    flv.script(0, ['@setDataFrame', 'onCuePoint', fields({ name: 'adStart' })])
    expect(cues).toHaveLength(2)
  })

  it('follow the clock of the video, and do not change it', () => {
    const { flv, packets, cues } = collect()
    const last = 2 ** 32 - 1
    flv.script(last - 20, ['onMetaData', fields({ audiocodecid: 10 })])
    flv.audio(last - 20, bytes(0xaf, 0, 0x11, 0x90))
    flv.script(19, ['onCuePoint', fields({ name: 'adStart' })])
    flv.script(2 ** 31, ['onCuePoint', fields({ name: 'adStart' })])
    flv.audio(19, bytes(0xaf, 1, 1))
    expect(cues[0]).toEqual(cue({ ptsTicks: (last + 20) * 90 }))
    expect(packets.map(({ dts }) => dts / 90 - last)).toEqual([20])
  })
})

function collect() {
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const cues: (SourceCue | BadSourceCue)[] = []
  const sink: LiveSink = {
    track: (track) => tracks.push(track),
    packet: (packet) => packets.push(packet),
    cue: (cue) => cues.push(cue),
    end: () => undefined,
  }
  return { flv: createFlvSource(sink), sink, tracks, packets, cues }
}

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values)
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
