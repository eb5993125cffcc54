import type { BitReader, BitWriter } from './bits.ts'
import type { BreakDuration } from './section.ts'

const RANGE = 2 ** 33

/** Adds two 33-bit times. */
export function addPts(time: number, adjustment: number): number {
  return (time + adjustment) % RANGE
}

/** Ticks between two 33-bit times, in the shorter direction: from -2^32 up to 2^32. */
export function ptsStep(from: number, to: number): number {
  const forward = (((to - from) % RANGE) + RANGE) % RANGE
  return forward < RANGE / 2 ? forward : forward - RANGE
}

/** Reads splice_time() (SCTE 35 2023, 9.8.1). Null for an immediate splice. */
export function readSpliceTime(reader: BitReader): number | null {
  if (!reader.flag()) {
    reader.skip(7)
    return null
  }
  reader.skip(6)
  return reader.bits(33)
}

export function writeSpliceTime(writer: BitWriter, time: number | null): void {
  writer.flag(time !== null)
  writer.reserved(time === null ? 7 : 6)
  if (time !== null) writer.bits(33, time)
}

/** Reads break_duration() (9.8.2). */
export function readBreakDuration(reader: BitReader): BreakDuration {
  const autoReturn = reader.flag()
  reader.skip(6)
  return { autoReturn, ticks: reader.bits(33) }
}

export function writeBreakDuration(writer: BitWriter, { autoReturn, ticks }: BreakDuration): void {
  writer.flag(autoReturn)
  writer.reserved(6)
  writer.bits(33, ticks)
}
