import { MAX_KEY_MESSAGE_BYTES, MAX_STREAM_ID_BYTES, SRT_LIMITS } from './limits.ts'
import { words } from './packet.ts'

/** Handshake types and extensions (draft-sharabayko-srt-01, 3.2.1). */
export const WAVEAHAND = 0
export const INDUCTION = 1
export const CONCLUSION = 0xffff_ffff
export const AGREEMENT = 0xffff_fffe
const EXTENSION = { hsReq: 1, hsRsp: 2, kmReq: 3, kmRsp: 4, streamId: 5 }

export interface SrtHandshake {
  readonly version: number
  /** Key size in units of 8 bytes. 0 without encryption. */
  readonly encryptionField: number
  readonly initialSequence: number
  readonly type: number
  readonly socketId: number
  readonly cookie: number
  /** Whether it has a request or a response of the SRT handshake extension. Null without the extension. */
  readonly extension: 'request' | 'response' | null
  /** Latency that the peer has as a receiver, and that it gives us. */
  readonly receiverDelayMs: number
  readonly senderDelayMs: number
  readonly keyMessage: Buffer | null
  readonly streamId: string
}

const FIXED_BYTES = 48
const VERSION = 5
/** Extension field of a response from a server that supports version 5. */
const MAGIC = 0x4a17
const MTU_BYTES = 1500
/** libsrt 1.5.3, the latest version whose features the server supports. */
const SRT_VERSION = 0x01_05_03
/** Timestamp-based delivery in both directions, encryption, too-late packet drop, periodic NAK reports, retransmission
 * flag (3.2.1.1.1). */
const SRT_FLAGS = 0x3f

/** Null if the handshake is malformed. */
export function readHandshake(body: Buffer): SrtHandshake | null {
  if (body.length < FIXED_BYTES) return null
  let extension: SrtHandshake['extension'] = null
  let [receiverDelayMs, senderDelayMs] = [0, 0]
  let keyMessage: Buffer | null = null
  let streamId = ''
  const version = body.readUInt32BE(0)
  let at = FIXED_BYTES
  while (version === VERSION && at + 4 <= body.length) {
    const type = body.readUInt16BE(at)
    const content = body.subarray(at + 4, at + 4 + body.readUInt16BE(at + 2) * 4)
    at += 4 + body.readUInt16BE(at + 2) * 4
    if (at > body.length) return null
    if ((type === EXTENSION.hsReq || type === EXTENSION.hsRsp) && content.length >= 12) {
      extension = type === EXTENSION.hsReq ? 'request' : 'response'
      receiverDelayMs = content.readUInt16BE(8)
      senderDelayMs = content.readUInt16BE(10)
    }
    if (type === EXTENSION.kmReq && content.length <= MAX_KEY_MESSAGE_BYTES) keyMessage = content
    if (type === EXTENSION.streamId && content.length <= MAX_STREAM_ID_BYTES) streamId = readText(content)
  }
  return {
    version,
    encryptionField: body.readUInt16BE(4),
    initialSequence: body.readUInt32BE(8) % 2 ** 31,
    type: body.readUInt32BE(20),
    socketId: body.readUInt32BE(24),
    cookie: body.readUInt32BE(28),
    extension,
    receiverDelayMs,
    senderDelayMs,
    keyMessage,
    streamId,
  }
}

/** Reads a stream ID: 32-bit words with reversed bytes, padded with zeros (3.2.1.3). */
function readText(content: Buffer): string {
  return Buffer.from(content).swap32().toString('utf8').replace(/\0+$/, '')
}

/** Response to the first request. The caller repeats its request with this cookie. */
export function inductionResponse({ initialSequence, socketId }: SrtHandshake, cookie: number): Buffer {
  return fixed({
    encryptionField: 0,
    extensionField: MAGIC,
    initialSequence,
    type: INDUCTION,
    socketId,
    cookie,
  })
}

/** @param code of `SRT_REJECTIONS` */
export function rejection({ initialSequence, socketId, cookie }: SrtHandshake, code: number): Buffer {
  return fixed({ encryptionField: 0, extensionField: 0, initialSequence, type: code, socketId, cookie })
}

export interface Acceptance {
  readonly socketId: number
  /** Time that the server waits for lost packets, and time that the caller has to wait. */
  readonly latencyMs: number
  readonly peerLatencyMs: number
}

/** The larger latency of both sides, for each direction. */
export function agreedLatency(
  ownMs: number,
  { senderDelayMs, receiverDelayMs }: Pick<SrtHandshake, 'senderDelayMs' | 'receiverDelayMs'>,
  { maxLatencyMs }: { readonly maxLatencyMs: number },
): Omit<Acceptance, 'socketId'> {
  return {
    latencyMs: Math.min(Math.max(ownMs, senderDelayMs), maxLatencyMs),
    peerLatencyMs: Math.max(ownMs, receiverDelayMs),
  }
}

export function acceptance(
  request: SrtHandshake,
  { socketId, latencyMs, peerLatencyMs }: Acceptance,
): Buffer {
  const { encryptionField, initialSequence, cookie, keyMessage } = request
  const delays = ((latencyMs << 16) | peerLatencyMs) >>> 0
  const settings = extensionOf(EXTENSION.hsRsp, words(SRT_VERSION, SRT_FLAGS, delays))
  const keys = keyMessage === null ? [] : [extensionOf(EXTENSION.kmRsp, keyMessage)]
  const extensionField = keyMessage === null ? 1 : 3
  const head = fixed({ encryptionField, extensionField, initialSequence, type: CONCLUSION, socketId, cookie })
  return Buffer.concat([head, settings, ...keys])
}

interface FixedFields {
  readonly encryptionField: number
  readonly extensionField: number
  readonly initialSequence: number
  readonly type: number
  readonly socketId: number
  readonly cookie: number
}

function fixed(fields: FixedFields): Buffer {
  const { encryptionField, extensionField, initialSequence, type, socketId, cookie } = fields
  const encryptionAndExtension = ((encryptionField << 16) | extensionField) >>> 0
  const head = [VERSION, encryptionAndExtension, initialSequence, MTU_BYTES, SRT_LIMITS.maxWindowPackets]
  // The address of the peer is left empty.
  return words(...head, type, socketId, cookie, 0, 0, 0, 0)
}

/** First request of a caller, which asks for a cookie. */
export function inductionRequest({ initialSequence, socketId }: CallerFields): Buffer {
  return words(
    FIRST_VERSION,
    DATAGRAMS,
    initialSequence,
    MTU_BYTES,
    SRT_LIMITS.maxWindowPackets,
    INDUCTION,
    socketId,
    0,
    0,
    0,
    0,
    0,
  )
}

/** A handshake without extensions, of a side that meets another one. @param keyBytes 0 without encryption */
export function shortHandshake(
  { initialSequence, socketId }: CallerFields,
  { type, cookie, keyBytes }: { readonly type: number; readonly cookie: number; readonly keyBytes: number },
): Buffer {
  return fixed({ encryptionField: keyBytes / 8, extensionField: 0, initialSequence, type, socketId, cookie })
}

/** Second request of a caller. */
export function conclusionRequest(own: CallerFields, cookie: number): Buffer {
  const { initialSequence, socketId, keyMessage, streamId, latencyMs } = own
  const settings = words(SRT_VERSION, CALLER_FLAGS, ((latencyMs << 16) | latencyMs) >>> 0)
  const keys = keyMessage === null ? [] : [extensionOf(EXTENSION.kmReq, keyMessage)]
  const target = streamId === '' ? [] : [extensionOf(EXTENSION.streamId, writeText(streamId))]
  const encryptionField = (keyMessage?.[KEY_SIZE_AT] ?? 0) / 2
  const extensionField = 1 | (keyMessage === null ? 0 : 2) | (streamId === '' ? 0 : 4)
  const head = fixed({ encryptionField, extensionField, initialSequence, type: CONCLUSION, socketId, cookie })
  return Buffer.concat([head, extensionOf(EXTENSION.hsReq, settings), ...keys, ...target])
}

export interface CallerFields {
  readonly socketId: number
  readonly initialSequence: number
  readonly latencyMs: number
  readonly keyMessage: Buffer | null
  readonly streamId: string
}

/** Version of the first request, and its socket type. */
const FIRST_VERSION = 4
const DATAGRAMS = 2
/** The flags of a server, and that of stream IDs. */
const CALLER_FLAGS = 0xbf
/** Place of the key size in a key message, in units of 4 bytes. */
const KEY_SIZE_AT = 15

function writeText(text: string): Buffer {
  const bytes = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 4) * 4)
  bytes.write(text)
  return bytes.swap32()
}

function extensionOf(type: number, content: Buffer): Buffer {
  return Buffer.concat([words(((type << 16) | (content.length / 4)) >>> 0), content])
}
