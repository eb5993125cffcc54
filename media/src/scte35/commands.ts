import { type BitReader, type BitWriter, readBits, writeBits } from './bits.ts'
import { Scte35Fault } from './fault.ts'
import type { Splice, SpliceCommand, SpliceInsert } from './section.ts'
import { readBreakDuration, readSpliceTime, writeBreakDuration, writeSpliceTime } from './times.ts'

/** splice_command_type (SCTE 35 2023, table 7). */
export const COMMAND_TYPES = {
  splice_null: 0x00,
  splice_schedule: 0x04,
  splice_insert: 0x05,
  time_signal: 0x06,
  bandwidth_reservation: 0x07,
  private_command: 0xff,
} as const

/** Commands whose length follows from their content. */
const SELF_DELIMITED: readonly number[] = [
  COMMAND_TYPES.splice_null,
  COMMAND_TYPES.splice_insert,
  COMMAND_TYPES.time_signal,
  COMMAND_TYPES.bandwidth_reservation,
]

/** Reads a command from exactly these bytes. @throws Scte35Fault */
export function readCommand(type: number, bytes: Uint8Array): SpliceCommand {
  const reader = readBits(bytes, 'command')
  const command = readFields(type, reader)
  if (reader.left() > 0) throw new Scte35Fault('command')
  return command
}

/** Reads a command of unknown length. @throws Scte35Fault if its length does not follow from its content */
export function readOpenCommand(type: number, reader: BitReader): SpliceCommand {
  if (!SELF_DELIMITED.includes(type)) throw new Scte35Fault('command')
  return readFields(type, reader)
}

function readFields(type: number, reader: BitReader): SpliceCommand {
  switch (type) {
    case COMMAND_TYPES.splice_null:
      return { type: 'splice_null' }
    case COMMAND_TYPES.splice_schedule:
      return { type: 'splice_schedule', bytes: reader.rest() }
    case COMMAND_TYPES.splice_insert:
      return readInsert(reader)
    case COMMAND_TYPES.time_signal:
      return { type: 'time_signal', pts: readSpliceTime(reader) }
    case COMMAND_TYPES.bandwidth_reservation:
      return { type: 'bandwidth_reservation' }
    case COMMAND_TYPES.private_command:
      return { type: 'private_command', identifier: reader.bits(32), bytes: reader.rest() }
    default:
      return { type: 'unknown', commandType: type, bytes: reader.rest() }
  }
}

function readInsert(reader: BitReader): SpliceCommand {
  const eventId = reader.bits(32)
  const isCanceled = reader.flag()
  reader.skip(7)
  if (isCanceled) return { type: 'splice_insert_cancel', eventId }
  const outOfNetwork = reader.flag()
  const isProgram = reader.flag()
  const hasDuration = reader.flag()
  const isImmediate = reader.flag()
  const isEventIdCompliant = reader.flag()
  reader.skip(3)
  const splice = readSplice(reader, isProgram, isImmediate)
  const breakDuration = hasDuration ? readBreakDuration(reader) : null
  const [uniqueProgramId, availNum, availsExpected] = [reader.bits(16), reader.bits(8), reader.bits(8)]
  return {
    type: 'splice_insert',
    eventId,
    outOfNetwork,
    isEventIdCompliant,
    splice,
    breakDuration,
    uniqueProgramId,
    availNum,
    availsExpected,
  }
}

function readSplice(reader: BitReader, isProgram: boolean, isImmediate: boolean): Splice {
  if (isProgram)
    return isImmediate ? { mode: 'program-immediate' } : { mode: 'program', pts: readSpliceTime(reader) }
  const places = Array.from({ length: reader.bits(8) })
  if (isImmediate) return { mode: 'components-immediate', tags: places.map(() => reader.bits(8)) }
  const components = places.map(() => ({ tag: reader.bits(8), pts: readSpliceTime(reader) }))
  return { mode: 'components', components }
}

/** Writes a command. */
export function writeCommand(command: SpliceCommand): { readonly type: number; readonly bytes: Uint8Array } {
  const writer = writeBits()
  switch (command.type) {
    case 'splice_schedule':
      writer.bytes(command.bytes)
      break
    case 'splice_insert':
      writeInsert(writer, command)
      break
    case 'splice_insert_cancel':
      writer.bits(32, command.eventId)
      writer.flag(true)
      writer.reserved(7)
      return { type: COMMAND_TYPES.splice_insert, bytes: writer.take() }
    case 'time_signal':
      writeSpliceTime(writer, command.pts)
      break
    case 'private_command':
      writer.bits(32, command.identifier)
      writer.bytes(command.bytes)
      break
    case 'unknown':
      return { type: command.commandType, bytes: command.bytes }
    default:
  }
  return { type: COMMAND_TYPES[command.type], bytes: writer.take() }
}

function writeInsert(writer: BitWriter, insert: SpliceInsert): void {
  const { splice, breakDuration } = insert
  writer.bits(32, insert.eventId)
  writer.flag(false)
  writer.reserved(7)
  writer.flag(insert.outOfNetwork)
  writer.flag(splice.mode === 'program' || splice.mode === 'program-immediate')
  writer.flag(breakDuration !== null)
  writer.flag(splice.mode === 'program-immediate' || splice.mode === 'components-immediate')
  writer.flag(insert.isEventIdCompliant)
  writer.reserved(3)
  writeSplice(writer, splice)
  if (breakDuration !== null) writeBreakDuration(writer, breakDuration)
  writer.bits(16, insert.uniqueProgramId)
  writer.bits(8, insert.availNum)
  writer.bits(8, insert.availsExpected)
}

function writeSplice(writer: BitWriter, splice: Splice): void {
  if (splice.mode === 'program') writeSpliceTime(writer, splice.pts)
  if (splice.mode === 'components-immediate') {
    writer.bits(8, splice.tags.length)
    for (const tag of splice.tags) writer.bits(8, tag)
  }
  if (splice.mode !== 'components') return
  writer.bits(8, splice.components.length)
  for (const { tag, pts } of splice.components) {
    writer.bits(8, tag)
    writeSpliceTime(writer, pts)
  }
}
