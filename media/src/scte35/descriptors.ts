import { type BitReader, readBits, writeBits } from './bits.ts'
import { Scte35Fault } from './fault.ts'
import type { SpliceDescriptor } from './section.ts'
import { readSegmentation, writeSegmentation } from './segmentation.ts'

/** splice_descriptor_tag (SCTE 35 2023, table 16). */
const TAGS = {
  avail_descriptor: 0,
  DTMF_descriptor: 1,
  segmentation_descriptor: 2,
  time_descriptor: 3,
  audio_descriptor: 4,
} as const

/** "CUEI": identifier of standard descriptors. */
const CUEI = 0x43554549
const IDENTIFIER_BYTES = 4

/** Reads the descriptor loop. @throws Scte35Fault */
export function readDescriptors(bytes: Uint8Array): SpliceDescriptor[] {
  const loop = readBits(bytes, 'descriptor')
  const descriptors: SpliceDescriptor[] = []
  while (loop.left() > 0) {
    const tag = loop.bits(8)
    descriptors.push(readDescriptor(tag, loop.bytes(loop.bits(8))))
  }
  return descriptors
}

function readDescriptor(tag: number, bytes: Uint8Array): SpliceDescriptor {
  const unknown = { type: 'unknown', tag, bytes } as const
  if (bytes.length < IDENTIFIER_BYTES) return unknown
  const reader = readBits(bytes, 'descriptor')
  if (reader.bits(32) !== CUEI) return unknown
  const descriptor = readFields(tag, reader)
  if (descriptor === null) return unknown
  if (reader.left() > 0) throw new Scte35Fault('descriptor')
  return descriptor
}

function readFields(tag: number, reader: BitReader): SpliceDescriptor | null {
  switch (tag) {
    case TAGS.avail_descriptor:
      return { type: 'avail_descriptor', providerAvailId: reader.bits(32) }
    case TAGS.DTMF_descriptor: {
      const preroll = reader.bits(8)
      const count = reader.bits(3)
      reader.skip(5)
      return { type: 'DTMF_descriptor', preroll, characters: reader.bytes(count) }
    }
    case TAGS.segmentation_descriptor:
      return readSegmentation(reader)
    case TAGS.time_descriptor: {
      const [taiSeconds, taiNanoseconds, utcOffset] = [reader.bits(48), reader.bits(32), reader.bits(16)]
      return { type: 'time_descriptor', taiSeconds, taiNanoseconds, utcOffset }
    }
    case TAGS.audio_descriptor: {
      const count = reader.bits(4)
      reader.skip(4)
      const components = Array.from({ length: count }, () => ({
        tag: reader.bits(8),
        language: reader.bits(24),
        bitStreamMode: reader.bits(3),
        channels: reader.bits(4),
        isFullService: reader.flag(),
      }))
      return { type: 'audio_descriptor', components }
    }
    default:
      return null
  }
}

export function writeDescriptors(descriptors: readonly SpliceDescriptor[]): Uint8Array {
  const loop = writeBits()
  for (const descriptor of descriptors) {
    const { tag, bytes } = writeDescriptor(descriptor)
    loop.bits(8, tag)
    loop.bits(8, bytes.length)
    loop.bytes(bytes)
  }
  return loop.take()
}

function writeDescriptor(descriptor: SpliceDescriptor): { tag: number; bytes: Uint8Array } {
  if (descriptor.type === 'unknown') return { tag: descriptor.tag, bytes: descriptor.bytes }
  const writer = writeBits()
  writer.bits(32, CUEI)
  switch (descriptor.type) {
    case 'avail_descriptor':
      writer.bits(32, descriptor.providerAvailId)
      break
    case 'DTMF_descriptor':
      writer.bits(8, descriptor.preroll)
      writer.bits(3, descriptor.characters.length)
      writer.reserved(5)
      writer.bytes(descriptor.characters)
      break
    case 'time_descriptor':
      writer.bits(48, descriptor.taiSeconds)
      writer.bits(32, descriptor.taiNanoseconds)
      writer.bits(16, descriptor.utcOffset)
      break
    case 'audio_descriptor':
      writer.bits(4, descriptor.components.length)
      writer.reserved(4)
      for (const { tag, language, bitStreamMode, channels, isFullService } of descriptor.components) {
        writer.bits(8, tag)
        writer.bits(24, language)
        writer.bits(3, bitStreamMode)
        writer.bits(4, channels)
        writer.flag(isFullService)
      }
      break
    default:
      writeSegmentation(writer, descriptor)
      return { tag: TAGS.segmentation_descriptor, bytes: writer.take() }
  }
  return { tag: TAGS[descriptor.type], bytes: writer.take() }
}
