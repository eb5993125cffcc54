import { scte35Message, scte35Reasons } from '@kinora/contract'
import { encodeScte35, type SpliceCommand, type SpliceDescriptor, type SpliceInsert } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../platform/problem.ts'
import { decodeMessage } from './decode-message.ts'

const cued = 0x43554549

function message(command: SpliceCommand, descriptors: readonly SpliceDescriptor[] = [], ptsAdjustment = 0) {
  const bytes = encodeScte35({
    isEncrypted: false,
    sapType: 0,
    ptsAdjustment,
    cwIndex: 1,
    tier: 5,
    command,
    descriptors,
    hasNoCommandLength: false,
    stuffing: new Uint8Array(0),
  })
  return `0x${Buffer.from(bytes).toString('hex')}`
}

const insert: Omit<SpliceInsert, 'splice'> = {
  type: 'splice_insert',
  eventId: 4,
  outOfNetwork: true,
  isEventIdCompliant: true,
  breakDuration: null,
  uniqueProgramId: 1,
  availNum: 2,
  availsExpected: 3,
}

const segment: SpliceDescriptor = {
  type: 'segmentation_descriptor',
  eventId: 9,
  isEventIdCompliant: false,
  typeId: 0x30,
  components: [{ tag: 1, ptsOffset: 90_000 }],
  durationTicks: 45_000,
  subSegment: { num: 1, expected: 2 },
  restrictions: null,
  upidType: 0x0d,
  segmentNum: 1,
  segmentsExpected: 1,
  upid: Buffer.from('\x03\x0cABCD0123000H\x08\x02\x01\x02', 'latin1'),
}

describe('a decoded message', () => {
  it('has the fields of the standard, for a public example', () => {
    const text = '/DA0AAAAAAAA///wBQb+cr0AUAAeAhxDVUVJSAAAjn/PAAGlmbAICAAAAAAsoKGKNAIAmsnRfg=='
    expect(decodeMessage(text)).toEqual({
      base64: text,
      sapType: 'Not Specified',
      ptsAdjustment: { ticks: 0, seconds: 0 },
      cwIndex: 255,
      tier: 4095,
      encryptionAlgorithm: null,
      spliceCommand: {
        name: 'time_signal',
        ptsTime: { ticks: 1_924_989_008, seconds: 1_924_989_008 / 90_000 },
      },
      spliceDescriptors: [
        {
          name: 'segmentation_descriptor',
          segmentationEventId: 0x4800008e,
          segmentationEventIdComplianceIndicator: true,
          segment: {
            segmentationTypeId: 0x34,
            segmentationTypeName: 'Provider Placement Opportunity Start',
            segmentationDuration: { ticks: 27_630_000, seconds: 307 },
            components: null,
            deliveryRestrictions: {
              webDeliveryAllowedFlag: false,
              noRegionalBlackoutFlag: true,
              archiveAllowedFlag: true,
              deviceRestrictions: 'None',
            },
            segmentationUpids: [
              { type: 8, typeName: 'AiringID', text: '0x000000002ca0a18a', bytes: '000000002ca0a18a' },
            ],
            segmentNum: 2,
            segmentsExpected: 0,
            subSegmentNum: null,
            subSegmentsExpected: null,
          },
        },
      ],
    })
  })

  it('matches the contract for all commands and descriptors', () => {
    const commands: readonly SpliceCommand[] = [
      { type: 'splice_null' },
      { type: 'bandwidth_reservation' },
      { type: 'splice_schedule', bytes: Uint8Array.of(1) },
      { type: 'private_command', identifier: cued, bytes: Uint8Array.of(1) },
      { type: 'unknown', commandType: 9, bytes: Uint8Array.of(1) },
      { type: 'time_signal', pts: null },
      { type: 'splice_insert_cancel', eventId: 4 },
      { ...insert, splice: { mode: 'program-immediate' } },
      { ...insert, splice: { mode: 'components-immediate', tags: [7] } },
      { ...insert, splice: { mode: 'components', components: [{ tag: 7, pts: 2 ** 33 - 1 }] } },
    ]
    const descriptors: readonly SpliceDescriptor[] = [
      { type: 'DTMF_descriptor', preroll: 4, characters: Buffer.from('12#') },
      { type: 'time_descriptor', taiSeconds: 1, taiNanoseconds: 2, utcOffset: 37 },
      {
        type: 'audio_descriptor',
        components: [{ tag: 1, language: 0x656e67, bitStreamMode: 0, channels: 2, isFullService: true }],
      },
      { type: 'segmentation_cancel', eventId: 1, isEventIdCompliant: true },
      { type: 'unknown', tag: 9, bytes: Uint8Array.of(1, 2) },
      segment,
    ]
    const decoded = commands.map((command) => decodeMessage(message(command, descriptors, 90_001)))
    for (const one of decoded) expect(scte35Message.parse(one)).toEqual(one)
    expect(decoded[9]?.spliceCommand).toMatchObject({
      event: { components: [{ componentTag: 7, ptsTime: { ticks: 90_000, seconds: 1 } }] },
    })
    expect(decoded[3]?.spliceCommand).toMatchObject({ identifier: '0x43554549', bytes: '01' })
    expect(decoded[0]?.spliceDescriptors).toMatchObject([
      { dtmfChars: '12#' },
      { taiNs: 2 },
      { components: [{ isoCode: 'eng', numChannels: 2 }] },
      { segment: null },
      { spliceDescriptorTag: 9, bytes: '0102' },
      {
        segment: {
          segmentationTypeName: 'Provider Advertisement Start',
          segmentationUpids: [{ text: 'ABCD0123000H' }, { type: 8, text: null, bytes: '0102' }],
          subSegmentsExpected: 2,
        },
      },
    ])
  })

  it('can be encrypted', () => {
    const bytes = encodeScte35({
      isEncrypted: true,
      sapType: 3,
      ptsAdjustment: 1,
      cwIndex: 2,
      tier: 3,
      algorithm: 2,
      commandLength: 4,
      payload: new Uint8Array(20),
    })
    expect(decodeMessage(Buffer.from(bytes).toString('base64'))).toMatchObject({
      encryptionAlgorithm: 'DES – CBC mode',
      spliceCommand: null,
      cwIndex: 2,
    })
  })

  it('is refused with a reason from the contract', () => {
    for (const [text, reason] of [
      ['!', 'text'],
      ['/DA', 'truncated'],
      ['/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbAwo=', 'checksum'],
    ] as const) {
      const refused = problemOf(() => decodeMessage(text))
      expect([refused?.id, refused?.extra.errors]).toEqual([
        'scte35-invalid',
        [{ path: 'body.message', message: reason }],
      ])
      expect(scte35Reasons).toContain(reason)
    }
  })
})

function problemOf(work: () => unknown): Problem | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
