import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { testVideo, tone } from '../testing/test-clips.ts'
import { makeClip } from '../testing/test-transcode.ts'
import { createTsAnalyser, type TsFault } from './ts-analyser.ts'

const PACKET = 188
let packets: Buffer[]
/** The time of each packet, from the bitrate of the file. */
const SECONDS = 8
let pids: { readonly video: number; readonly audio: number; readonly map: number }

beforeAll(async () => {
  const input = `${testVideo('320x180', 25, SECONDS)} ${tone(SECONDS)}`
  const output =
    '-c:v libx264 -preset ultrafast -bf 0 -g 25 -b:v 600k -minrate 600k -maxrate 600k -bufsize 60k -c:a aac -metadata:s:a:0 language=tel -muxrate 1200k -f mpegts'
  const { path } = await makeClip('analysed.ts', `${input} ${output}`)
  const bytes = await readFile(path)
  packets = Array.from({ length: bytes.length / PACKET }, (_, n) =>
    Buffer.from(bytes.subarray(n * PACKET, (n + 1) * PACKET)),
  )
  pids = { video: 256, audio: 257, map: 4096 }
})

const pidOf = (packet: Buffer) => packet.readUInt16BE(1) & 0x1fff

/** The faults of the packets after a change, with the wire rate of the file. */
function faultsOf(change: (packet: Buffer, number: number) => Buffer | null = (packet) => packet) {
  const analyser = createTsAnalyser()
  for (const [n, packet] of packets.entries()) {
    const changed = change(Buffer.from(packet), n)
    if (changed !== null) analyser.push(changed, (n * PACKET * 8) / 1.2)
  }
  return { found: Object.fromEntries(analyser.faults().map(({ id, count }) => [id, count])), analyser }
}

/** Number of the first packet from a place on that fits. */
const numberOf = (fits: (packet: Buffer) => boolean, from = 1000) =>
  packets.findIndex((packet, n) => n >= from && fits(packet))

const hasPayload = (packet: Buffer) => ((packet[3] ?? 0) & 0x10) !== 0
const hasClock = (packet: Buffer) =>
  ((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) >= 7 && ((packet[5] ?? 0) & 0x10) !== 0

describe('a transport stream', () => {
  it('has no faults as ffmpeg writes it, and its streams are known', () => {
    const { found, analyser } = faultsOf()
    expect(found).toEqual({})
    expect(analyser.streams().map(({ pid, codec, kind, language }) => [pid, codec, kind, language])).toEqual([
      [pids.video, 'H.264', 'video', null],
      [pids.audio, 'AAC', 'audio', 'tel'],
    ])
    expect(analyser.streams().every(({ bytes }) => bytes > 10_000)).toBe(true)
  })

  it('names streams that are encrypted', () => {
    const { analyser } = faultsOf((packet) => {
      if (pidOf(packet) === pids.video) packet[3] = (packet[3] ?? 0) | 0x80
      return packet
    })
    expect(analyser.streams().map(({ codec, isScrambled }) => [codec, isScrambled])).toEqual([
      ['H.264', true],
      ['AAC', false],
    ])
  })

  const drops = (fits: (packet: Buffer, number: number) => boolean) => (packet: Buffer, number: number) =>
    fits(packet, number) ? null : packet

  it.each<[TsFault, string, () => (packet: Buffer, number: number) => Buffer | null]>([
    [
      'continuity',
      'a lost packet',
      () => {
        const lost = numberOf((packet) => pidOf(packet) === 257 && hasPayload(packet))
        return drops((_, n) => n === lost)
      },
    ],
    [
      'sync-byte',
      'a wrong sync byte',
      () => {
        const wrong = numberOf((packet) => pidOf(packet) === 0x1fff)
        return (packet, n) => {
          if (n === wrong) packet[0] = 0x48
          return packet
        }
      },
    ],
    [
      'transport',
      'a packet that the sender marked',
      () => {
        const wrong = numberOf((packet) => pidOf(packet) === 256 && hasPayload(packet) && !hasClock(packet))
        return (packet, n) => {
          if (n === wrong) packet[1] = (packet[1] ?? 0) | 0x80
          return packet
        }
      },
    ],
    [
      'crc',
      'a damaged table',
      () => {
        const wrong = numberOf((packet) => pidOf(packet) === 4096)
        return (packet, n) => {
          if (n === wrong) packet[12] = (packet[12] ?? 0) ^ 0xff
          return packet
        }
      },
    ],
    ['pat', 'no association table', () => drops((packet, n) => n > 1000 && pidOf(packet) === 0)],
    ['pmt', 'no program map', () => drops((packet, n) => n > 1000 && pidOf(packet) === 4096)],
    ['pid', 'no audio', () => drops((packet, n) => n > 1000 && pidOf(packet) === 257)],
    [
      'pcr',
      'a clock that jumps',
      () => {
        const from = numberOf(hasClock)
        return (packet, n) => {
          if (n >= from && hasClock(packet)) packet.writeUInt32BE(packet.readUInt32BE(6) + 45_000, 6)
          return packet
        }
      },
    ],
  ])('has the fault %s with %s, and no other', (id, _what, makeChange) => {
    const { found } = faultsOf(makeChange())
    expect(Object.keys(found)).toEqual([id])
    if (['continuity', 'sync-byte', 'transport', 'crc', 'pcr'].includes(id)) expect(found[id]).toBe(1)
  })

  it('loses its synchronization after two wrong packets in a row', () => {
    const first = packets.findIndex(
      (packet, n) => n > 1000 && pidOf(packet) === 0x1fff && pidOf(packets[n + 1] ?? packet) === 0x1fff,
    )
    const { found } = faultsOf((packet, n) => {
      if (n === first || n === first + 1) packet[0] = 0
      return packet
    })
    expect(found).toEqual({ 'sync-byte': 2, 'sync-loss': 1 })
  })

  it('may send a packet twice, and may say that its counters jump', () => {
    const twice = numberOf((packet) => pidOf(packet) === 257 && hasPayload(packet))
    const { found } = faultsOf((packet, n) => (n === twice ? Buffer.concat([packet, packet]) : packet))
    expect(found).toEqual({})
  })

  it('is scrambled without a conditional access table', () => {
    const scrambled = numberOf((packet) => pidOf(packet) === 257 && hasPayload(packet))
    const { found } = faultsOf((packet, n) => {
      if (n === scrambled) packet[3] = (packet[3] ?? 0) | 0x80
      return packet
    })
    expect(found).toEqual({ cat: 1 })
  })

  it('has clock references and presentation times too seldom', () => {
    const clocks = packets.flatMap((packet, n) => (hasClock(packet) ? [n] : []))
    const kept = new Set(clocks.filter((_, n) => n % 8 === 0))
    const seldom = faultsOf((packet, n) => {
      // The clock is taken out of the packet, which stays.
      if (hasClock(packet) && !kept.has(n)) packet[5] = (packet[5] ?? 0) & ~0x10
      return packet
    })
    expect(Object.keys(seldom.found)).toEqual(['pcr-repetition'])
    const timeless = faultsOf((packet, n) => {
      const isStart = ((packet[1] ?? 0) & 0x40) !== 0 && pidOf(packet) === 256
      const from = 4 + (((packet[3] ?? 0) & 0x20) !== 0 ? 1 + (packet[4] ?? 0) : 0)
      if (n > 1000 && isStart) packet[from + 7] = 0
      return packet
    })
    expect(Object.keys(timeless.found)).toEqual(['pts'])
  })

  it('can be anything', () => {
    const analyser = createTsAnalyser()
    for (let n = 0; n < 500; n++) {
      const noise = Buffer.from(Array.from({ length: PACKET }, (_, at) => (at * n * 7 + n) & 0xff))
      noise[0] = 0x47
      analyser.push(noise, n * 1000)
    }
    expect(analyser.streams().length).toBeLessThan(100)
  })
})
