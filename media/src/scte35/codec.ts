import { type BitReader, readBits, writeBits } from './bits.ts'
import { readCommand, readOpenCommand, writeCommand } from './commands.ts'
import { mpegCrc32 } from './crc32.ts'
import { readDescriptors, writeDescriptors } from './descriptors.ts'
import { Scte35Fault } from './fault.ts'
import type { ClearSpliceInfo, EncryptedSpliceInfo, SpliceInfo } from './section.ts'

const TABLE_ID = 0xfc
const PROTOCOL_VERSION = 0
const CRC_BYTES = 4
/** Bytes from protocol_version to splice_command_length. */
const HEADER_BYTES = 10
/** Bytes up to section_length. */
const LENGTH_BYTES = 3
/** section_length is at most 4093 (SCTE 35 2023, 9.6.1). */
export const SECTION_BYTES = LENGTH_BYTES + 4093
const NO_LENGTH = 0xfff

/** Reads a splice_info_section (ANSI/SCTE 35 2023, 9.6). @throws Scte35Fault */
export function decodeScte35(section: Uint8Array): SpliceInfo {
  if (section.length > SECTION_BYTES) throw new Scte35Fault('too-long')
  const reader = readBits(section)
  if (reader.bits(8) !== TABLE_ID) throw new Scte35Fault('table')
  // section_syntax_indicator and private_indicator
  reader.skip(2)
  const sapType = reader.bits(2)
  const length = reader.bits(12)
  if (length > section.length - LENGTH_BYTES) throw new Scte35Fault('truncated')
  if (length < section.length - LENGTH_BYTES) throw new Scte35Fault('length')
  if (mpegCrc32(section) !== 0) throw new Scte35Fault('checksum')
  if (reader.bits(8) !== PROTOCOL_VERSION) throw new Scte35Fault('version')
  const isEncrypted = reader.flag()
  const algorithm = reader.bits(6)
  const [ptsAdjustment, cwIndex, tier] = [reader.bits(33), reader.bits(8), reader.bits(12)]
  const header = { sapType, ptsAdjustment, cwIndex, tier }
  const commandLength = reader.bits(12)
  const body = bytesBeforeCrc(reader)
  if (isEncrypted) return { ...header, isEncrypted, algorithm, commandLength, payload: body }
  return { ...header, isEncrypted, ...readBody(body, commandLength) }
}

function bytesBeforeCrc(reader: BitReader): Uint8Array {
  if (reader.left() < CRC_BYTES) throw new Scte35Fault('length')
  return reader.bytes(reader.left() - CRC_BYTES)
}

type Body = Pick<ClearSpliceInfo, 'command' | 'hasNoCommandLength' | 'descriptors' | 'stuffing'>

function readBody(bytes: Uint8Array, commandLength: number): Body {
  const reader = readBits(bytes)
  const type = reader.bits(8)
  const hasNoCommandLength = commandLength === NO_LENGTH
  const command = hasNoCommandLength
    ? readOpenCommand(type, reader)
    : readCommand(type, reader.bytes(commandLength))
  const descriptors = readDescriptors(reader.bytes(reader.bits(16)))
  return { command, hasNoCommandLength, descriptors, stuffing: reader.rest() }
}

/** Writes a section with its checksum. */
export function encodeScte35(info: SpliceInfo): Uint8Array {
  const body = info.isEncrypted ? info.payload : writeBody(info)
  const writer = writeBits()
  writer.bits(8, TABLE_ID)
  writer.bits(2, 0)
  writer.bits(2, info.sapType)
  writer.bits(12, HEADER_BYTES + body.length + CRC_BYTES)
  writer.bits(8, PROTOCOL_VERSION)
  writer.flag(info.isEncrypted)
  writer.bits(6, info.isEncrypted ? info.algorithm : 0)
  writer.bits(33, info.ptsAdjustment)
  writer.bits(8, info.cwIndex)
  writer.bits(12, info.tier)
  writer.bits(12, commandLengthOf(info))
  writer.bytes(body)
  writer.bits(32, mpegCrc32(writer.take()))
  return writer.take()
}

function commandLengthOf(info: ClearSpliceInfo | EncryptedSpliceInfo): number {
  if (info.isEncrypted) return info.commandLength
  return info.hasNoCommandLength ? NO_LENGTH : writeCommand(info.command).bytes.length
}

function writeBody({ command, descriptors, stuffing }: ClearSpliceInfo): Uint8Array {
  const { type, bytes } = writeCommand(command)
  const loop = writeDescriptors(descriptors)
  const writer = writeBits()
  writer.bits(8, type)
  writer.bytes(bytes)
  writer.bits(16, loop.length)
  writer.bytes(loop)
  writer.bytes(stuffing)
  return writer.take()
}
