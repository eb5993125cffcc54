import { describe, expect, it } from 'vitest'
import type { LivePacket, LiveSink, LiveTrack } from '../source.ts'
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
      { kind: 'video', dts: 3600, cts: 7200, isKey: true, data: bytes(...data) },
      { kind: 'video', dts: 7200, cts: -3600, isKey: false, data: bytes(...data) },
    ])
  })

  it('become an AAC track and packets', () => {
    const { flv, tracks, packets } = collect()
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

  it('are read behind modifiers of the time', () => {
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
    expect(tracks).toHaveLength(2)
    expect(packets.map(({ isKey }) => isKey)).toEqual([true, false])
  })

  it('name codecs that are not supported', () => {
    const { flv } = collect()
    expect(flv.video(0, bytes(0x12, 0, 0))).toBe('codec-not-supported')
    expect(flv.video(0, bytes(0x90, ...ascii('vp09'), ...av1C))).toBe('codec-not-supported')
    expect(flv.audio(0, bytes(0x2f, 0, 0))).toBe('codec-not-supported')
    expect(flv.audio(0, bytes(0x90, ...ascii('fLaC'), 1))).toBe('codec-not-supported')
    const shortLengths = avcC.with(4, 0xfd)
    expect(flv.video(0, bytes(0x17, 0, 0, 0, 0, ...shortLengths))).toBe('codec-not-supported')
  })

  it('are ignored when they carry nothing', () => {
    const { flv, tracks, packets } = collect()
    const empty = [bytes(), bytes(0x17), bytes(0x17, 0, 0, 0, 0), bytes(0x17, 1, 0, 0, 0), bytes(0x57, 1)]
    for (const body of empty) expect(flv.video(0, body)).toBe('taken')
    for (const body of [bytes(0x94, ...ascii('hvc1'), 1), bytes(0x96, 1), bytes(0x97), bytes(0x97, 255)])
      expect(flv.video(0, body)).toBe('taken')
    for (const body of [bytes(), bytes(0xaf), bytes(0xaf, 0), bytes(0xaf, 1), bytes(0x95, 1)])
      expect(flv.audio(0, body)).toBe('taken')
    expect([...tracks, ...packets]).toEqual([])
  })

  it('keep audio and video together when the clock of 32 bits wraps', () => {
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

function collect() {
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const sink: LiveSink = {
    track: (track) => tracks.push(track),
    packet: (packet) => packets.push(packet),
    cue: () => undefined,
    end: () => undefined,
  }
  return { flv: createFlvSource(sink), tracks, packets }
}

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values)
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
