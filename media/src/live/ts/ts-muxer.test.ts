import { describe, expect, it } from 'vitest'
import { createTsAnalyser } from '../../transport/ts-analyser.ts'
import { joined } from '../joined.ts'
import { LIVE_TICKS, type LivePacket, type LiveTrack } from '../source.ts'
import { TS_PACKET_BYTES } from './packets.ts'
import { createTsMuxer } from './ts-muxer.ts'
import { createTsSource } from './ts-source.ts'

/** A sequence and a picture parameter set of 320×180, and the configuration with both. */
const sps = Uint8Array.from(Buffer.from('6742c00dda0505ed08000003000800000301929c50', 'hex').values())
const pps = Uint8Array.of(0x68, 0xce, 0x3c, 0x80)
const avcC = joined(
  Uint8Array.of(1, 0x42, 0xc0, 0x0d, 0xff, 0xe1, 0, sps.length),
  sps,
  Uint8Array.of(1, 0, pps.length),
  pps,
)
const video: LiveTrack = { kind: 'video', codec: 'h264', config: avcC }
const audio: LiveTrack = { kind: 'audio', codec: 'aac', config: Uint8Array.of(0x11, 0x90) }

/** A frame of NAL units with lengths, which has no start code and no zero at its end. */
function nal(type: number, length: number): Uint8Array {
  const bytes = new Uint8Array(4 + length).fill(0x55)
  new DataView(bytes.buffer).setUint32(0, length)
  bytes[4] = type
  return bytes
}

/** Pictures at 25 fps with two B-frames' distance, and audio frames of 1,024 samples at 48 kHz. */
function packets(seconds: number, sizeOf: (n: number) => number, from = 0): LivePacket[] {
  const pictures = Array.from({ length: seconds * 25 }, (_, n): LivePacket => {
    const isKey = n % 25 === 0
    const cts = [7200, 10_800, 0][n % 3] ?? 0
    return {
      kind: 'video',
      dts: from + n * 3600,
      cts,
      isKey,
      isOpen: false,
      data: nal(isKey ? 0x65 : 0x41, sizeOf(n)),
    }
  })
  const frames = Array.from({ length: Math.floor((seconds * 48_000) / 1024) }, (_, n): LivePacket => {
    return {
      kind: 'audio',
      dts: from + n * 1920,
      cts: 0,
      isKey: true,
      data: new Uint8Array(200 + (n % 5)).fill(n),
    }
  })
  return [...pictures, ...frames].toSorted((a, b) => a.dts - b.dts)
}

function muxed(
  tracks: readonly LiveTrack[],
  items: readonly LivePacket[],
): { bytes: Uint8Array; dts: number }[] {
  const pieces: { bytes: Uint8Array; dts: number }[] = []
  let dts = 0
  const muxer = createTsMuxer((bytes) => pieces.push({ bytes, dts }))
  for (const track of tracks) muxer.track(track)
  for (const item of items) {
    dts = item.dts
    muxer.packet(item)
  }
  return pieces
}

function demuxed(pieces: readonly { bytes: Uint8Array }[]) {
  const tracks: LiveTrack[] = []
  const found: LivePacket[] = []
  const source = createTsSource({
    track: (track) => tracks.push(track),
    packet: (packet) => found.push(packet),
    cue: () => undefined,
    end: () => undefined,
  })
  for (const { bytes } of pieces) expect(source.push(bytes)).toBe('taken')
  return { tracks, found }
}

const ofKind = (kind: LivePacket['kind'], all: readonly LivePacket[]) =>
  all.filter((each) => each.kind === kind)

describe('a written transport stream', () => {
  it('has the frames and times that went in, of any size, and no fault', () => {
    // Around the sizes at which a packet is full, and keyframes above 64 kB.
    const items = packets(4, (n) => (n % 25 === 0 ? 70_000 + n : 100 + n * 3))
    const pieces = muxed([video, audio], items)
    expect(items).toEqual(packets(4, (n) => (n % 25 === 0 ? 70_000 + n : 100 + n * 3)))
    const { tracks, found } = demuxed(pieces)
    expect(tracks).toEqual([video, audio])
    const pictures = ofKind('video', found)
    expect(pictures).toEqual(ofKind('video', items).slice(0, pictures.length))
    expect(pictures.length).toBeGreaterThanOrEqual(99)
    expect(ofKind('audio', found)).toEqual(ofKind('audio', items))
    const analyser = createTsAnalyser()
    for (const { bytes, dts } of pieces) {
      expect(bytes.length % TS_PACKET_BYTES).toBe(0)
      analyser.push(bytes, (dts / LIVE_TICKS) * 1_000_000)
    }
    expect(analyser.faults()).toEqual([])
    expect(analyser.streams().map(({ codec }) => codec)).toEqual(['H.264', 'AAC'])
  })

  it('goes on where 33 bits wrap', () => {
    const from = 2 ** 33 - LIVE_TICKS
    const items = packets(2, () => 500, from)
    const { found } = demuxed(muxed([video, audio], items))
    expect(ofKind('audio', found).map(({ dts }) => dts)).toEqual(ofKind('audio', items).map(({ dts }) => dts))
  })

  it('has the clock in its audio without video, and in packets of its own while a picture stands still', () => {
    const tone = ofKind(
      'audio',
      packets(2, () => 1),
    )
    const picture: LivePacket = {
      kind: 'video',
      dts: 0,
      cts: 0,
      isKey: true,
      isOpen: false,
      data: nal(0x65, 50),
    }
    for (const [tracks, items] of [
      [[audio], tone],
      [
        [video, audio],
        [picture, ...tone],
      ],
    ] as const) {
      const analyser = createTsAnalyser()
      for (const { bytes, dts } of muxed(tracks, items)) analyser.push(bytes, (dts / LIVE_TICKS) * 1_000_000)
      expect(analyser.faults().map(({ id }) => id)).not.toContain('pcr-repetition')
      expect(ofKind('audio', demuxed(muxed(tracks, items)).found)).toEqual(tone)
    }
  })

  it.each([-0.3, -0.1, 0.1, 1])('has a steady clock with audio that is %s s ahead of the video', (aheadS) => {
    const items = packets(3, () => 500, LIVE_TICKS * 10).map((item) =>
      item.kind === 'audio' ? { ...item, dts: item.dts + aheadS * LIVE_TICKS } : item,
    )
    const analyser = createTsAnalyser()
    const arrivals = packets(3, () => 500)
    let n = 0
    const muxer = createTsMuxer((bytes) =>
      analyser.push(bytes, ((arrivals[n]?.dts ?? 0) / LIVE_TICKS) * 1_000_000),
    )
    for (const track of [video, audio]) muxer.track(track)
    for (n = 0; n < items.length; n++) {
      const item = items[n]
      if (item !== undefined) muxer.packet(item)
    }
    expect(analyser.faults()).toEqual([])
  })

  it('is the same from parts of other buffers, which it does not change', () => {
    const items = packets(1, () => 300)
    const pool = Buffer.alloc(64_000)
    let at = 7
    const inPool = items.map((item) => {
      pool.set(item.data, at)
      at += item.data.length
      return { ...item, data: pool.subarray(at - item.data.length, at) }
    })
    const before = Buffer.from(pool)
    expect(muxed([video, audio], inPool)).toEqual(muxed([video, audio], items))
    expect(pool.equals(before)).toBe(true)
  })

  it('leaves out codecs that it cannot carry', () => {
    const opus: LiveTrack = { kind: 'audio', codec: 'opus', config: new Uint8Array(19) }
    expect(
      muxed(
        [opus],
        ofKind(
          'audio',
          packets(1, () => 1),
        ),
      ),
    ).toEqual([])
  })
})
