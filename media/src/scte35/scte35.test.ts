import { describe, expect, it } from 'vitest'
import { decodeScte35, encodeScte35 } from './codec.ts'
import { mpegCrc32 } from './crc32.ts'
import { Scte35Fault } from './fault.ts'
import type { ClearSpliceInfo, Splice, SpliceCommand, SpliceDescriptor, SpliceInfo } from './section.ts'
import { scte35Bytes } from './text.ts'
import { addPts, ptsStep } from './times.ts'
import { upidsIn, upidText } from './upid.ts'

/** Section 14 of ANSI/SCTE 35 2023. */
const samples = {
  placementStart: '/DA0AAAAAAAA///wBQb+cr0AUAAeAhxDVUVJSAAAjn/PAAGlmbAICAAAAAAsoKGKNAIAmsnRfg==',
  insert: '/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=',
  placementEnd: '/DAvAAAAAAAA///wBQb+dGKQoAAZAhdDVUVJSAAAjn+fCAgAAAAALKChijUCAKnMZ1g=',
  programStartEnd:
    '/DBIAAAAAAAA///wBQb+ek2ItgAyAhdDVUVJSAAAGH+fCAgAAAAALMvDRBEAAAIXQ1VFSUgAABl/nwgIAAAAACyk26AQAACZcuND',
  overlapStart: '/DAvAAAAAAAA///wBQb+rr//ZAAZAhdDVUVJSAAACH+fCAgAAAAALKVs9RcAAJUdsKg=',
  blackoutOverride:
    '/DBIAAAAAAAA///wBQb+ky44CwAyAhdDVUVJSAAACn+fCAgAAAAALKCh4xgAAAIXQ1VFSUgAAAl/nwgIAAAAACygoYoRAAC0IX6w',
  programEnd: '/DAvAAAAAAAA///wBQb+rvF8TAAZAhdDVUVJSAAAB3+fCAgAAAAALKVslxEAAMSHai4=',
  three:
    '/DBhAAAAAAAA///wBQb+qM1E7QBLAhdDVUVJSAAArX+fCAgAAAAALLLXnTUCAAIXQ1VFSUgAACZ/nwgIAAAAACyy150RAAACF0NVRUlIAAAnf58ICAAAAAAsstezEAAAihiGnw==',
}

describe('a message of SCTE 35', () => {
  it('is read: splice_insert', () => {
    expect(decodeScte35(scte35Bytes(samples.insert))).toEqual({
      isEncrypted: false,
      sapType: 3,
      ptsAdjustment: 0,
      cwIndex: 0xff,
      tier: 0xfff,
      hasNoCommandLength: false,
      stuffing: new Uint8Array(0),
      command: {
        type: 'splice_insert',
        eventId: 0x4800008f,
        outOfNetwork: true,
        isEventIdCompliant: true,
        splice: { mode: 'program', pts: 0x07369c02e },
        breakDuration: { autoReturn: true, ticks: 0x00052ccf5 },
        uniqueProgramId: 0,
        availNum: 0,
        availsExpected: 0,
      },
      descriptors: [{ type: 'avail_descriptor', providerAvailId: 0x135 }],
    })
  })

  it('is read: time_signal with the start of a placement opportunity', () => {
    const info = decodeScte35(scte35Bytes(samples.placementStart))
    expect(info).toMatchObject({
      command: { type: 'time_signal', pts: 0x072bd0050 },
      descriptors: [
        {
          type: 'segmentation_descriptor',
          eventId: 0x4800008e,
          components: null,
          restrictions: {
            isWebDeliveryAllowed: false,
            hasNoRegionalBlackout: true,
            isArchiveAllowed: true,
            deviceRestrictions: 3,
          },
          durationTicks: 0x0001a599b0,
          upidType: 8,
          typeId: 0x34,
          segmentNum: 2,
          segmentsExpected: 0,
          subSegment: null,
        },
      ],
    })
  })

  it.each(Object.entries(samples))('is the same after decoding and encoding: %s', (_name, text) => {
    const bytes = scte35Bytes(text)
    expect(encodeScte35(decodeScte35(bytes))).toEqual(bytes)
  })

  it('is read as base64, as base64 for URLs and as hex', () => {
    const bytes = scte35Bytes(samples.insert)
    const hex = Buffer.from(bytes).toString('hex')
    const forms = [` ${hex.toUpperCase()}\n`, `0x${hex}`, Buffer.from(bytes).toString('base64url')]
    for (const form of forms) expect(scte35Bytes(form)).toEqual(bytes)
    for (const form of ['', '?', '0x', '0xabc', '/DA=A'])
      expect(reasonOf(() => scte35Bytes(form))).toBe('text')
    expect(reasonOf(() => scte35Bytes('A'.repeat(9000)))).toBe('too-long')
  })

  it('is refused with a reason', () => {
    const bytes = scte35Bytes(samples.insert)
    const withByte = (at: number, value: number) => sealed(bytes.with(at, value))
    expect(reasonOf(() => decodeScte35(bytes.with(20, 1)))).toBe('checksum')
    expect(reasonOf(() => decodeScte35(bytes.subarray(0, -1)))).toBe('truncated')
    expect(reasonOf(() => decodeScte35(Uint8Array.of(...bytes, 0)))).toBe('length')
    expect(reasonOf(() => decodeScte35(new Uint8Array(0)))).toBe('truncated')
    expect(reasonOf(() => decodeScte35(withByte(0, 0x47)))).toBe('table')
    expect(reasonOf(() => decodeScte35(withByte(3, 1)))).toBe('version')
    // One byte less for the command, and one byte more for its descriptor.
    expect(reasonOf(() => decodeScte35(withByte(12, 0x13)))).toBe('command')
    expect(reasonOf(() => decodeScte35(withByte(35, 9)))).toBe('descriptor')
    expect(reasonOf(() => decodeScte35(sealed(Uint8Array.of(0xfc, 0x30, 4, 0, 0, 0, 0, 0))))).toBe(
      'truncated',
    )
    expect(reasonOf(() => decodeScte35(new Uint8Array(4097)))).toBe('too-long')
  })

  it('is the same after encoding and decoding, with all optional fields', () => {
    const random = seeded(1)
    const seen = new Set<string>()
    for (let n = 0; n < 2000; n++) {
      const info = anyInfo(random)
      const bytes = encodeScte35(info)
      expect(decodeScte35(bytes)).toEqual(info)
      expect(encodeScte35(decodeScte35(bytes))).toEqual(bytes)
      seen.add(info.isEncrypted ? 'encrypted' : info.command.type)
      if (!info.isEncrypted) for (const { type } of info.descriptors) seen.add(type)
    }
    expect(seen.size).toBe(15)
  })

  it('fails only with Scte35Fault, even for random bytes', () => {
    const random = seeded(2)
    const reasons = new Set<string>()
    for (let n = 0; n < 2000; n++) {
      const bytes = encodeScte35(anyInfo(random))
      const broken = mutated(bytes, random)
      // Most are not stopped by the checksum.
      const reason = reasonOf(() => decodeScte35(n % 5 === 0 ? broken : sealed(broken)))
      reasons.add(reason ?? 'none')
    }
    expect([...reasons].toSorted()).toEqual(
      ['checksum', 'command', 'descriptor', 'length', 'none', 'table', 'truncated', 'version'].toSorted(),
    )
  })
})

describe('33-bit times', () => {
  it('wrap', () => {
    expect(addPts(2 ** 33 - 1, 2)).toBe(1)
    expect(addPts(5, 2 ** 33 - 2)).toBe(3)
    expect(ptsStep(2 ** 33 - 10, 10)).toBe(20)
    expect(ptsStep(10, 2 ** 33 - 10)).toBe(-20)
    expect(ptsStep(7, 7)).toBe(0)
  })
})

describe('the text of an identifier', () => {
  const text = (type: number, hex: string) => upidText({ type, bytes: Buffer.from(hex, 'hex') })

  it('has the format of its type', () => {
    expect(text(0x03, Buffer.from('ABCD0123000H').toString('hex'))).toBe('ABCD0123000H')
    expect(text(0x08, '000000002ca0a18a')).toBe('0x000000002ca0a18a')
    // Examples of EIDR and their check characters.
    expect(text(0x0a, '14780e4f892e442f6bd415b0')).toBe('10.5240/0E4F-892E-442F-6BD4-15B0-1')
    expect(text(0x0a, '1478ea7379d71b2bb3783a73')).toBe('10.5240/EA73-79D7-1B2B-B378-3A73-M')
    expect(text(0x10, '00112233445566778899aabbccddeeff')).toBe('00112233-4455-6677-8899-aabbccddeeff')
    expect(text(0x06, '0000000139d2000000000000')).toBe('0000-0001-39D2-0000-0000-0000')
    expect(text(0x0f, Buffer.from('urn:uuid:é').toString('hex'))).toBe('urn:uuid:é')
    expect(text(0x0f, 'ff00')).toBe(null)
    expect(text(0x00, '')).toBe(null)
    expect(text(0x0a, '00')).toBe(null)
  })

  it('is returned for each identifier in a list', () => {
    const list = { type: 0x0d, bytes: Buffer.from('0303414243' + '0801ff', 'hex') }
    expect(upidsIn(list)?.map(({ type, bytes }) => [type, bytes.length])).toEqual([
      [3, 3],
      [8, 1],
    ])
    expect(upidsIn({ ...list, bytes: list.bytes.subarray(0, -1) })).toBe(null)
    expect(upidsIn({ ...list, type: 3 })).toBe(null)
  })
})

function reasonOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Scte35Fault) return error.reason
    throw error
  }
}

/** Fixes the length and checksum of a section. */
function sealed(bytes: Uint8Array): Uint8Array {
  const section = bytes.slice()
  const view = new DataView(section.buffer)
  if (section.length < 7) return section
  view.setUint16(1, (view.getUint16(1) & 0xf000) | (section.length - 3))
  view.setUint32(section.length - 4, mpegCrc32(section.subarray(0, -4)))
  return section
}

const CUEI = Uint8Array.of(0x43, 0x55, 0x45, 0x49, 0)

type Random = (below: number) => number

function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice()
  const way = random(3)
  if (way === 0) return copy.subarray(0, random(copy.length))
  if (way === 1) return Uint8Array.of(...copy, ...anyBytes(random, 20))
  for (let n = 0; n <= random(4); n++) copy[random(copy.length)] = random(256)
  return copy
}

function anyBytes(random: Random, most: number): Uint8Array {
  return Uint8Array.from({ length: random(most + 1) }, () => random(256))
}

function anyInfo(random: Random): SpliceInfo {
  const header = {
    sapType: random(4),
    ptsAdjustment: pts(random),
    cwIndex: random(256),
    tier: random(4096),
  }
  if (random(10) === 0) {
    const payload = Uint8Array.of(5, ...anyBytes(random, 60))
    return { ...header, isEncrypted: true, algorithm: random(64), commandLength: random(4096), payload }
  }
  const command = anyCommand(random)
  const isOpen = !['splice_schedule', 'private_command', 'unknown'].includes(command.type)
  return {
    ...header,
    isEncrypted: false,
    command,
    hasNoCommandLength: isOpen && random(3) === 0,
    descriptors: list(random, 4, anyDescriptor),
    stuffing: random(4) === 0 ? anyBytes(random, 4) : new Uint8Array(0),
  } satisfies ClearSpliceInfo
}

const pts = (random: Random) => random(2 ** 33)
const bool = (random: Random) => random(2) === 1
const list = <T>(random: Random, below: number, make: (random: Random) => T) =>
  Array.from({ length: random(below) }, () => make(random))
const maybe = <T>(random: Random, make: (random: Random) => T) => (bool(random) ? make(random) : null)

function anyCommand(random: Random): SpliceCommand {
  const commands: readonly (() => SpliceCommand)[] = [
    () => ({ type: 'splice_null' }),
    () => ({ type: 'splice_schedule', bytes: anyBytes(random, 40) }),
    () => ({ type: 'splice_insert_cancel', eventId: random(2 ** 32) }),
    () => ({ type: 'time_signal', pts: maybe(random, pts) }),
    () => ({ type: 'bandwidth_reservation' }),
    () => ({ type: 'private_command', identifier: random(2 ** 32), bytes: anyBytes(random, 40) }),
    () => ({ type: 'unknown', commandType: 0x80 + random(0x7f), bytes: anyBytes(random, 40) }),
    () => ({
      type: 'splice_insert',
      eventId: random(2 ** 32),
      outOfNetwork: bool(random),
      isEventIdCompliant: bool(random),
      splice: anySplice(random),
      breakDuration: maybe(random, () => ({ autoReturn: bool(random), ticks: pts(random) })),
      uniqueProgramId: random(65_536),
      availNum: random(256),
      availsExpected: random(256),
    }),
  ]
  return (commands[random(commands.length)] ?? commands[0] ?? never)()
}

function anySplice(random: Random): Splice {
  const splices: readonly Splice[] = [
    { mode: 'program-immediate' },
    { mode: 'program', pts: maybe(random, pts) },
    { mode: 'components-immediate', tags: list(random, 4, () => random(256)) },
    {
      mode: 'components',
      components: list(random, 4, () => ({ tag: random(256), pts: maybe(random, pts) })),
    },
  ]
  return splices[random(splices.length)] ?? never()
}

function anyDescriptor(random: Random): SpliceDescriptor {
  const event = () => ({ eventId: random(2 ** 32), isEventIdCompliant: bool(random) })
  const descriptors: readonly (() => SpliceDescriptor)[] = [
    () => ({ type: 'avail_descriptor', providerAvailId: random(2 ** 32) }),
    () => ({ type: 'DTMF_descriptor', preroll: random(256), characters: anyBytes(random, 7) }),
    () => ({ type: 'segmentation_cancel', ...event() }),
    () => ({
      type: 'time_descriptor',
      taiSeconds: random(2 ** 48),
      taiNanoseconds: random(2 ** 32),
      utcOffset: random(65_536),
    }),
    () => ({
      type: 'audio_descriptor',
      components: list(random, 16, () => ({
        tag: random(256),
        language: random(2 ** 24),
        bitStreamMode: random(8),
        channels: random(16),
        isFullService: bool(random),
      })),
    }),
    () => ({ type: 'unknown', tag: random(256), bytes: Uint8Array.of(1, ...anyBytes(random, 50)) }),
    () => ({ type: 'unknown', tag: 5 + random(251), bytes: CUEI.slice(0, 3 + random(3)) }),
    () => ({
      type: 'segmentation_descriptor',
      ...event(),
      typeId: random(256),
      components: maybe(random, () => list(random, 3, () => ({ tag: random(256), ptsOffset: pts(random) }))),
      restrictions: maybe(random, () => ({
        isWebDeliveryAllowed: bool(random),
        hasNoRegionalBlackout: bool(random),
        isArchiveAllowed: bool(random),
        deviceRestrictions: random(4),
      })),
      durationTicks: maybe(random, () => random(2 ** 40)),
      upidType: random(256),
      upid: anyBytes(random, 40),
      segmentNum: random(256),
      segmentsExpected: random(256),
      subSegment: maybe(random, () => ({ num: random(256), expected: random(256) })),
    }),
  ]
  return (descriptors[random(descriptors.length)] ?? never)()
}

function never(): never {
  throw new Error('the list is empty')
}
