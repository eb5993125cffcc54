import type { BitReader, BitWriter } from './bits.ts'
import type { DeliveryRestrictions, SegmentationCancel, SegmentationDescriptor } from './section.ts'

/** segmentation_descriptor() (SCTE 35 2023, 10.3.3), behind its identifier. */
export function readSegmentation(reader: BitReader): SegmentationDescriptor | SegmentationCancel {
  const eventId = reader.bits(32)
  const isCanceled = reader.flag()
  const isEventIdCompliant = reader.flag()
  reader.skip(6)
  if (isCanceled) return { type: 'segmentation_cancel', eventId, isEventIdCompliant }
  const isProgram = reader.flag()
  const hasDuration = reader.flag()
  const restrictions = readRestrictions(reader)
  const components = isProgram ? null : readComponents(reader)
  const durationTicks = hasDuration ? reader.bits(40) : null
  const upidType = reader.bits(8)
  const upid = reader.bytes(reader.bits(8))
  const [typeId, segmentNum, segmentsExpected] = [reader.bits(8), reader.bits(8), reader.bits(8)]
  // Only some types have sub-segments, but encoders differ in which.
  const subSegment = reader.left() >= 2 ? { num: reader.bits(8), expected: reader.bits(8) } : null
  return {
    type: 'segmentation_descriptor',
    eventId,
    isEventIdCompliant,
    components,
    restrictions,
    durationTicks,
    upidType,
    upid,
    typeId,
    segmentNum,
    segmentsExpected,
    subSegment,
  }
}

function readRestrictions(reader: BitReader): DeliveryRestrictions | null {
  if (reader.flag()) {
    reader.skip(5)
    return null
  }
  const [isWebDeliveryAllowed, hasNoRegionalBlackout] = [reader.flag(), reader.flag()]
  const isArchiveAllowed = reader.flag()
  return {
    isWebDeliveryAllowed,
    hasNoRegionalBlackout,
    isArchiveAllowed,
    deviceRestrictions: reader.bits(2),
  }
}

function readComponents(reader: BitReader): { tag: number; ptsOffset: number }[] {
  return Array.from({ length: reader.bits(8) }, () => {
    const tag = reader.bits(8)
    reader.skip(7)
    return { tag, ptsOffset: reader.bits(33) }
  })
}

export function writeSegmentation(
  writer: BitWriter,
  descriptor: SegmentationDescriptor | SegmentationCancel,
): void {
  writer.bits(32, descriptor.eventId)
  writer.flag(descriptor.type === 'segmentation_cancel')
  writer.flag(descriptor.isEventIdCompliant)
  writer.reserved(6)
  if (descriptor.type === 'segmentation_cancel') return
  const { components, durationTicks, upid, subSegment } = descriptor
  writer.flag(components === null)
  writer.flag(durationTicks !== null)
  writeRestrictions(writer, descriptor.restrictions)
  if (components !== null) {
    writer.bits(8, components.length)
    for (const { tag, ptsOffset } of components) {
      writer.bits(8, tag)
      writer.reserved(7)
      writer.bits(33, ptsOffset)
    }
  }
  if (durationTicks !== null) writer.bits(40, durationTicks)
  writer.bits(8, descriptor.upidType)
  writer.bits(8, upid.length)
  writer.bytes(upid)
  writer.bits(8, descriptor.typeId)
  writer.bits(8, descriptor.segmentNum)
  writer.bits(8, descriptor.segmentsExpected)
  if (subSegment === null) return
  writer.bits(8, subSegment.num)
  writer.bits(8, subSegment.expected)
}

function writeRestrictions(writer: BitWriter, restrictions: DeliveryRestrictions | null): void {
  writer.flag(restrictions === null)
  if (restrictions === null) {
    writer.reserved(5)
    return
  }
  writer.flag(restrictions.isWebDeliveryAllowed)
  writer.flag(restrictions.hasNoRegionalBlackout)
  writer.flag(restrictions.isArchiveAllowed)
  writer.bits(2, restrictions.deviceRestrictions)
}
