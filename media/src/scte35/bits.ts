import { Scte35Fault, type Scte35Reason } from './fault.ts'

/** Reads fields of up to 48 bits. Bytes are read at byte boundaries. */
export interface BitReader {
  bits(count: number): number
  flag(): boolean
  skip(count: number): void
  bytes(count: number): Uint8Array
  /** All bytes that are left. */
  rest(): Uint8Array
  /** Whole bytes that are left. */
  left(): number
}

/** @param reason of the error if the bytes end early */
export function readBits(bytes: Uint8Array, reason: Scte35Reason = 'truncated'): BitReader {
  let at = 0
  const total = bytes.length * 8
  const move = (count: number): number => {
    const from = at
    if (from + count > total) throw new Scte35Fault(reason)
    at += count
    return from
  }
  const reader: BitReader = {
    bits(count) {
      let value = 0
      for (let from = move(count); from < at; from++)
        value = value * 2 + (((bytes[from >> 3] ?? 0) >> (7 - (from & 7))) & 1)
      return value
    },
    flag: () => reader.bits(1) === 1,
    skip: move,
    bytes(count) {
      const from = move(count * 8) >> 3
      return bytes.slice(from, from + count)
    },
    rest: () => reader.bytes(reader.left()),
    left: () => (total - at) >> 3,
  }
  return reader
}

/** Writes fields of up to 48 bits. Bytes are written at byte boundaries. */
export interface BitWriter {
  bits(count: number, value: number): void
  flag(value: boolean): void
  /** Reserved bits, which are 1. */
  reserved(count: number): void
  bytes(bytes: Uint8Array): void
  take(): Uint8Array
}

export function writeBits(): BitWriter {
  const written: number[] = []
  let open = 0
  let openBits = 0
  const bit = (value: number): void => {
    open = (open << 1) | value
    openBits += 1
    if (openBits < 8) return
    written.push(open)
    open = 0
    openBits = 0
  }
  const writer: BitWriter = {
    bits(count, value) {
      for (let n = count - 1; n >= 0; n--) bit(Math.floor(value / 2 ** n) % 2)
    },
    flag: (value) => bit(value ? 1 : 0),
    reserved(count) {
      for (let n = 0; n < count; n++) bit(1)
    },
    bytes(bytes) {
      for (const byte of bytes) written.push(byte)
    },
    take: () => Uint8Array.from(written),
  }
  return writer
}
