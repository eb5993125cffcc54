import { describe, expect, it } from 'vitest'
import { joined } from '../joined.ts'
import type { LivePacket, LiveTrack } from '../source.ts'
import { createFlvSource } from './flv-source.ts'
import { createFlvTags, type FlvBody } from './flv-tags.ts'

const avcC = Uint8Array.of(1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 0)
const hvcC = Uint8Array.from({ length: 23 }, (_, n) => (n === 0 ? 1 : n === 21 ? 0x0f : 0))
const aac: LiveTrack = { kind: 'audio', codec: 'aac', config: Uint8Array.of(0x11, 0x90) }
const data = Uint8Array.of(0, 0, 0, 1, 0x65)

/** Writes items as tags, and reads them as a receiver does. */
function read(items: readonly (LiveTrack | LivePacket)[]) {
  const bodies: FlvBody[] = []
  const tags = createFlvTags((body) => bodies.push(body))
  for (const item of items) {
    if ('config' in item) tags.track(item)
    else tags.packet(item)
  }
  const found: (LiveTrack | LivePacket)[] = []
  const flv = createFlvSource({
    track: (track) => found.push(track),
    packet: (packet) => found.push(packet),
    cue: () => undefined,
    end: () => undefined,
  })
  flv.expectVideo(items.some(({ kind }) => kind === 'video'))
  for (const { kind, atMs, head, data: body } of bodies)
    expect(flv[kind](atMs, joined(head, body))).toBe('taken')
  return { bodies, found }
}

describe('FLV tags', () => {
  it.each([
    { codec: 'h264', config: avcC },
    { codec: 'hevc', config: hvcC },
  ] as const)('carry $codec and AAC with their times, also of B-frames', ({ codec, config }) => {
    const track: LiveTrack = { kind: 'video', codec, config }
    const packets: LivePacket[] = [
      { kind: 'video', dts: 3600, cts: 7200, isKey: true, isOpen: false, data },
      { kind: 'audio', dts: 3690, cts: 0, isKey: true, data: Uint8Array.of(1, 2, 3) },
      { kind: 'video', dts: 7200, cts: 10_800, isKey: false, isOpen: false, data },
      { kind: 'video', dts: 10_800, cts: -3600, isKey: false, isOpen: false, data },
    ]
    expect(read([track, aac, ...packets]).found).toEqual([track, packets[0], aac, ...packets.slice(1)])
  })

  it('keep the distances of pictures whose times are no whole milliseconds', () => {
    const track: LiveTrack = { kind: 'video', codec: 'h264', config: avcC }
    const frames = Array.from({ length: 60 }, (_, n): LivePacket => {
      return { kind: 'video', dts: n * 1501.5, cts: 3003, isKey: n === 0, data }
    })
    const { found } = read([track, ...frames])
    const shown = found.flatMap((item) => ('dts' in item ? [(item.dts + item.cts) / 90] : []))
    const wanted = frames.map(({ dts, cts }) => Math.round((dts + cts) / 90))
    expect(shown).toEqual(wanted)
  })

  it('leave out what RTMP does not carry, and frames without a configuration', () => {
    const av1: LiveTrack = { kind: 'video', codec: 'av1', config: Uint8Array.of(0x81, 4, 0x0c, 0) }
    const frame: LivePacket = { kind: 'video', dts: 0, cts: 0, isKey: true, data }
    expect(read([frame, av1, frame]).bodies).toEqual([])
  })
})
