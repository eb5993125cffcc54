import type { Scte35Message, Scte35Reason, Scte35Ticks } from '@kinora/contract'
import {
  addPts,
  decodeScte35,
  deviceRestrictions,
  encryptionAlgorithms,
  hexOf,
  LIVE_TICKS,
  Scte35Fault,
  type SpliceCommand,
  type SpliceDescriptor,
  type SpliceInsert,
  sapTypes,
  scte35Bytes,
  segmentationTypes,
  type Upid,
  upidsIn,
  upidText,
  upidTypes,
} from '@kinora/media'
import { problem } from '../../../platform/problem.ts'

type Command = NonNullable<Scte35Message['spliceCommand']>
type Descriptor = Scte35Message['spliceDescriptors'][number]
type SegmentFields = NonNullable<Extract<Descriptor, { name: 'segmentation_descriptor' }>['segment']>

const details: Readonly<Record<Scte35Reason, string>> = {
  text: 'The message is neither base64 nor hex.',
  'too-long': 'The message is longer than a section may be.',
  truncated: 'The message is incomplete.',
  table: 'The message is not a splice_info_section: its table_id is not 0xFC.',
  length: 'The section_length is wrong.',
  checksum: 'The CRC_32 is wrong.',
  version: 'The protocol_version is not 0.',
  command: 'The command length in the message is wrong.',
  descriptor: 'The length of a descriptor in the message is wrong.',
}

/** Decodes a message in base64 or hex. @throws problem scte35-invalid */
export function decodeMessage(text: string): Scte35Message {
  const bytes = readBytes(text)
  const info = readInfo(bytes)
  const { ptsAdjustment, cwIndex, tier } = info
  const header = {
    base64: Buffer.from(bytes).toString('base64'),
    sapType: sapTypes[info.sapType] ?? '',
    ptsAdjustment: span(ptsAdjustment),
    cwIndex,
    tier,
  }
  if (info.isEncrypted) {
    const encryptionAlgorithm = encryptionAlgorithms[info.algorithm] ?? `User private (${info.algorithm})`
    return { ...header, encryptionAlgorithm, spliceCommand: null, spliceDescriptors: [] }
  }
  const timeOf = (pts: number | null) => (pts === null ? null : span(addPts(pts, ptsAdjustment)))
  return {
    ...header,
    encryptionAlgorithm: null,
    spliceCommand: commandView(info.command, timeOf),
    spliceDescriptors: info.descriptors.map(descriptorView),
  }
}

const readBytes = coded(scte35Bytes)
const readInfo = coded(decodeScte35)

/** Wraps a function of the codec: its faults become problems. */
function coded<A, B>(read: (input: A) => B): (input: A) => B {
  return (input) => {
    try {
      return read(input)
    } catch (error) {
      if (!(error instanceof Scte35Fault)) throw error
      const { reason } = error
      const errors = [{ path: 'body.message', message: reason }]
      throw problem('scte35-invalid', { detail: details[reason], errors })
    }
  }
}

function span(ticks: number): Scte35Ticks {
  return { ticks, seconds: ticks / LIVE_TICKS }
}

type TimeOf = (pts: number | null) => Scte35Ticks | null

function commandView(command: SpliceCommand, timeOf: TimeOf): Command {
  switch (command.type) {
    case 'splice_null':
    case 'bandwidth_reservation':
      return { name: command.type }
    case 'splice_schedule':
      return { name: command.type, bytes: hexOf(command.bytes) }
    case 'private_command': {
      const identifier = `0x${command.identifier.toString(16).padStart(8, '0')}`
      return { name: command.type, identifier, bytes: hexOf(command.bytes) }
    }
    case 'unknown':
      return { name: 'unknown', spliceCommandType: command.commandType, bytes: hexOf(command.bytes) }
    case 'time_signal':
      return { name: 'time_signal', ptsTime: timeOf(command.pts) }
    case 'splice_insert_cancel':
      return { name: 'splice_insert', spliceEventId: command.eventId, event: null }
    case 'splice_insert':
      return insertView(command, timeOf)
  }
}

function insertView(insert: SpliceInsert, timeOf: TimeOf): Command {
  const { splice, breakDuration, uniqueProgramId, availNum, availsExpected } = insert
  const components =
    splice.mode === 'components'
      ? splice.components.map(({ tag, pts }) => ({ componentTag: tag, ptsTime: timeOf(pts) }))
      : splice.mode === 'components-immediate'
        ? splice.tags.map((componentTag) => ({ componentTag, ptsTime: null }))
        : null
  return {
    name: 'splice_insert',
    spliceEventId: insert.eventId,
    event: {
      outOfNetworkIndicator: insert.outOfNetwork,
      eventIdComplianceFlag: insert.isEventIdCompliant,
      spliceImmediateFlag: splice.mode === 'program-immediate' || splice.mode === 'components-immediate',
      ptsTime: splice.mode === 'program' ? timeOf(splice.pts) : null,
      components,
      breakDuration: breakDuration && { autoReturn: breakDuration.autoReturn, ...span(breakDuration.ticks) },
      uniqueProgramId,
      availNum,
      availsExpected,
    },
  }
}

function descriptorView(descriptor: SpliceDescriptor): Descriptor {
  switch (descriptor.type) {
    case 'avail_descriptor':
      return { name: descriptor.type, providerAvailId: descriptor.providerAvailId }
    case 'DTMF_descriptor':
      return {
        name: descriptor.type,
        preroll: descriptor.preroll,
        dtmfChars: Buffer.from(descriptor.characters).toString('latin1'),
      }
    case 'time_descriptor': {
      const { taiSeconds, taiNanoseconds: taiNs, utcOffset } = descriptor
      return { name: descriptor.type, taiSeconds, taiNs, utcOffset }
    }
    case 'audio_descriptor':
      return {
        name: descriptor.type,
        components: descriptor.components.map((component) => ({
          componentTag: component.tag,
          isoCode: Buffer.from(component.language.toString(16).padStart(6, '0'), 'hex').toString('latin1'),
          bitStreamMode: component.bitStreamMode,
          numChannels: component.channels,
          fullSrvcAudio: component.isFullService,
        })),
      }
    case 'unknown':
      return { name: 'unknown', spliceDescriptorTag: descriptor.tag, bytes: hexOf(descriptor.bytes) }
    default:
      return {
        name: 'segmentation_descriptor',
        segmentationEventId: descriptor.eventId,
        segmentationEventIdComplianceIndicator: descriptor.isEventIdCompliant,
        segment: descriptor.type === 'segmentation_cancel' ? null : segmentView(descriptor),
      }
  }
}

function segmentView(segment: Extract<SpliceDescriptor, { type: 'segmentation_descriptor' }>): SegmentFields {
  const { typeId, durationTicks, components, restrictions, subSegment, segmentNum, segmentsExpected } =
    segment
  const upid = { type: segment.upidType, bytes: segment.upid }
  return {
    segmentationTypeId: typeId,
    segmentationTypeName: segmentationTypes[typeId] ?? null,
    segmentationDuration: durationTicks === null ? null : span(durationTicks),
    components:
      components?.map(({ tag, ptsOffset }) => ({ componentTag: tag, ptsOffset: span(ptsOffset) })) ?? null,
    deliveryRestrictions: restrictions && {
      webDeliveryAllowedFlag: restrictions.isWebDeliveryAllowed,
      noRegionalBlackoutFlag: restrictions.hasNoRegionalBlackout,
      archiveAllowedFlag: restrictions.isArchiveAllowed,
      deviceRestrictions: deviceRestrictions[restrictions.deviceRestrictions] ?? '',
    },
    segmentationUpids:
      upid.type === 0 && upid.bytes.length === 0 ? [] : (upidsIn(upid) ?? [upid]).map(upidView),
    segmentNum,
    segmentsExpected,
    subSegmentNum: subSegment?.num ?? null,
    subSegmentsExpected: subSegment?.expected ?? null,
  }
}

function upidView(upid: Upid): SegmentFields['segmentationUpids'][number] {
  const { type, bytes } = upid
  return { type, typeName: upidTypes[type] ?? null, text: upidText(upid), bytes: hexOf(bytes) }
}
