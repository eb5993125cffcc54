/** Control packet types (draft-sharabayko-srt-01, 3.2, table 1). */
export const CONTROL = {
  handshake: 0x0000,
  keepalive: 0x0001,
  ack: 0x0002,
  nak: 0x0003,
  shutdown: 0x0005,
  ackAck: 0x0006,
  dropRequest: 0x0007,
  userDefined: 0x7fff,
} as const

export interface DataPacket {
  readonly kind: 'data'
  readonly sequence: number
  /** 0 if not encrypted, 1 with the even key, 2 with the odd key. */
  readonly keyFlag: number
  /** Microseconds on the sender's clock, as an unsigned 32-bit number. */
  readonly timestampUs: number
  readonly socketId: number
  readonly payload: Buffer
}

export interface ControlPacket {
  readonly kind: 'control'
  readonly type: number
  readonly subtype: number
  readonly information: number
  readonly socketId: number
  readonly body: Buffer
}

const HEADER_BYTES = 16
const CONTROL_BIT = 0x8000_0000

/** Reads a datagram. Null if it is too short. */
export function readPacket(bytes: Buffer): DataPacket | ControlPacket | null {
  if (bytes.length < HEADER_BYTES) return null
  const first = bytes.readUInt32BE(0)
  const second = bytes.readUInt32BE(4)
  const socketId = bytes.readUInt32BE(12)
  const rest = bytes.subarray(HEADER_BYTES)
  if (first < CONTROL_BIT) {
    const timestampUs = bytes.readUInt32BE(8)
    return {
      kind: 'data',
      sequence: first,
      keyFlag: (second >>> 27) & 3,
      timestampUs,
      socketId,
      payload: rest,
    }
  }
  const [type, subtype] = [(first >>> 16) & 0x7fff, first & 0xffff]
  return { kind: 'control', type, subtype, information: second, socketId, body: rest }
}

export interface ControlFields {
  readonly type: number
  readonly subtype?: number
  readonly information?: number
  readonly socketId: number
  /** Time on the connection's clock. */
  readonly timestampMs: number
}

const MICROSECONDS = 1000

/** @param body a multiple of 4 bytes; peers expect at least one word */
export function writeControl(fields: ControlFields, body: Buffer = Buffer.alloc(4)): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(0x8000 | fields.type, 0)
  header.writeUInt16BE(fields.subtype ?? 0, 2)
  header.writeUInt32BE(fields.information ?? 0, 4)
  header.writeUInt32BE(Math.floor(fields.timestampMs * MICROSECONDS) % 2 ** 32, 8)
  header.writeUInt32BE(fields.socketId, 12)
  return Buffer.concat([header, body])
}

export interface DataFields {
  readonly sequence: number
  readonly keyFlag: number
  /** Number of the message. Each packet is a message of its own. */
  readonly message: number
  readonly socketId: number
  /** Time on the connection's clock. */
  readonly timestampUs: number
}

const WHOLE_MESSAGE = 0xc000_0000
const MESSAGES = 2 ** 26
const RESENT_BYTE = 4
const RESENT_BIT = 0x04

/** Writes a data packet (3.1). */
export function writeData(fields: DataFields, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
  bytes.writeUInt32BE(fields.sequence, 0)
  bytes.writeUInt32BE((WHOLE_MESSAGE | (fields.keyFlag << 27) | (fields.message % MESSAGES)) >>> 0, 4)
  bytes.writeUInt32BE(Math.max(0, Math.floor(fields.timestampUs)) % 2 ** 32, 8)
  bytes.writeUInt32BE(fields.socketId, 12)
  bytes.set(payload, HEADER_BYTES)
  return bytes
}

/** Marks a written data packet as sent again. */
export function markResent(datagram: Buffer): void {
  datagram[RESENT_BYTE] = (datagram[RESENT_BYTE] ?? 0) | RESENT_BIT
}

/** 32-bit words as bytes. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, n * 4)
  return bytes
}
