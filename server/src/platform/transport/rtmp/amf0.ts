import { RtmpFault } from './fault.ts'
import { AMF_LIMITS } from './limits.ts'

export type AmfValue = number | boolean | string | null | undefined | AmfObject | readonly AmfValue[]
/** A map, because the names come from the peer and `__proto__` is one of them. */
export type AmfObject = ReadonlyMap<string, AmfValue>

/** Markers of the AMF0 specification, 2.1. */
const NUMBER = 0x00
const BOOLEAN = 0x01
const STRING = 0x02
const OBJECT = 0x03
const NULL = 0x05
const UNDEFINED = 0x06
const ECMA_ARRAY = 0x08
const OBJECT_END = 0x09
const STRICT_ARRAY = 0x0a
const DATE = 0x0b
const LONG_STRING = 0x0c
const UNSUPPORTED = 0x0d
const XML = 0x0f
const TYPED_OBJECT = 0x10

/** Reads values up to the end of the message. @throws RtmpFault */
export function readAmf(bytes: Buffer): AmfValue[] {
  const values: AmfValue[] = []
  readValues(bytes, values, { at: 0, values: 0 })
  return values
}

/** Reads values up to the end of the message or to a value that cannot be read, such as one in AMF3. An object or array
 * around that value has the fields before it. */
export function readAmfPartly(bytes: Buffer): AmfValue[] {
  const values: AmfValue[] = []
  try {
    readValues(bytes, values, { at: 0, values: 0, isPartly: true })
  } catch (error) {
    if (!(error instanceof RtmpFault)) throw error
  }
  return values
}

function readValues(bytes: Buffer, values: AmfValue[], cursor: Cursor): void {
  while (cursor.at < bytes.length) values.push(readValue(bytes, cursor, 0))
}

interface Cursor {
  at: number
  values: number
  /** Objects and arrays end at a value that cannot be read. */
  readonly isPartly?: boolean
}

function readValue(bytes: Buffer, cursor: Cursor, depth: number): AmfValue {
  cursor.values += 1
  if (cursor.values > AMF_LIMITS.maxValues) throw new RtmpFault('too many values in AMF')
  if (depth > AMF_LIMITS.maxDepth) throw new RtmpFault('values in AMF are too deep')
  const marker = bytes.readUInt8(take(bytes, cursor, 1))
  switch (marker) {
    case NUMBER:
      return bytes.readDoubleBE(take(bytes, cursor, 8))
    case BOOLEAN:
      return bytes.readUInt8(take(bytes, cursor, 1)) !== 0
    case STRING:
      return readText(bytes, cursor, bytes.readUInt16BE(take(bytes, cursor, 2)))
    case LONG_STRING:
    case XML:
      return readText(bytes, cursor, bytes.readUInt32BE(take(bytes, cursor, 4)))
    case NULL:
      return null
    case UNDEFINED:
    case UNSUPPORTED:
      return undefined
    case TYPED_OBJECT:
      readText(bytes, cursor, bytes.readUInt16BE(take(bytes, cursor, 2)))
      return readObject(bytes, cursor, depth)
    case ECMA_ARRAY:
      // The count is a hint; the end marker decides.
      take(bytes, cursor, 4)
      return readObject(bytes, cursor, depth)
    case OBJECT:
      return readObject(bytes, cursor, depth)
    case STRICT_ARRAY:
      return readArray(bytes, cursor, depth)
    case DATE: {
      const date = bytes.readDoubleBE(take(bytes, cursor, 8))
      take(bytes, cursor, 2)
      return date
    }
    default:
      throw new RtmpFault(`AMF marker ${marker}`)
  }
}

function readObject(bytes: Buffer, cursor: Cursor, depth: number): AmfObject {
  const object = new Map<string, AmfValue>()
  return partly(bytes, cursor, object, () => {
    for (;;) {
      const name = readText(bytes, cursor, bytes.readUInt16BE(take(bytes, cursor, 2)))
      if (name === '' && bytes[cursor.at] === OBJECT_END) {
        cursor.at += 1
        return
      }
      object.set(name, readValue(bytes, cursor, depth + 1))
    }
  })
}

/** Fills an object or array. If the message may be read partly, a fault ends it and the message. */
function partly<T>(bytes: Buffer, cursor: Cursor, filled: T, fill: () => void): T {
  try {
    fill()
  } catch (error) {
    if (!cursor.isPartly || !(error instanceof RtmpFault)) throw error
    cursor.at = bytes.length
  }
  return filled
}

function readArray(bytes: Buffer, cursor: Cursor, depth: number): AmfValue[] {
  const count = bytes.readUInt32BE(take(bytes, cursor, 4))
  const values: AmfValue[] = []
  return partly(bytes, cursor, values, () => {
    // `readValue` ends a count that is too high.
    for (let n = 0; n < count; n++) values.push(readValue(bytes, cursor, depth + 1))
  })
}

function readText(bytes: Buffer, cursor: Cursor, length: number): string {
  const from = take(bytes, cursor, length)
  return bytes.toString('utf8', from, from + length)
}

/** Returns the position of the next `count` bytes and moves the cursor past them. */
function take(bytes: Buffer, cursor: Cursor, count: number): number {
  const from = cursor.at
  if (from + count > bytes.length) throw new RtmpFault('AMF ends early')
  cursor.at += count
  return from
}

/** Values that the server sends. */
export type AmfAnswer = number | string | null | readonly string[] | { readonly [name: string]: AmfAnswer }

export function writeAmf(...values: AmfAnswer[]): Buffer {
  return Buffer.concat(values.map(writeValue))
}

function writeValue(value: AmfAnswer): Buffer {
  if (value === null) return Buffer.from([NULL])
  if (typeof value === 'string') return Buffer.concat([Buffer.from([STRING]), writeText(value)])
  if (typeof value === 'number') {
    const number = Buffer.alloc(9)
    number.writeDoubleBE(value, 1)
    return number
  }
  if (isList(value)) {
    const header = Buffer.from([STRICT_ARRAY, 0, 0, 0, 0])
    header.writeUInt32BE(value.length, 1)
    return Buffer.concat([header, ...value.map(writeValue)])
  }
  const entries = Object.entries(value).flatMap(([name, field]) => [writeText(name), writeValue(field)])
  return Buffer.concat([Buffer.from([OBJECT]), ...entries, Buffer.from([0, 0, OBJECT_END])])
}

function isList(value: AmfAnswer): value is readonly string[] {
  return Array.isArray(value)
}

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
