import { MAX_KEY_MESSAGE_BYTES, MAX_STREAM_ID_BYTES, SRT_LIMITS } from './limits.ts'
import { words } from './packet.ts'

/** Handshake types and extensions (draft-sharabayko-srt-01, 3.2.1). */
export const INDUCTION = 1
export const CONCLUSION = 0xffff_ffff
const EXTENSION = { hsReq: 1, hsRsp: 2, kmReq: 3, kmRsp: 4, streamId: 5 }

export interface SrtHandshake {
  readonly version: number
  /** The size of the encryption key in 8 bytes. 0 if the caller does not encrypt. */
  readonly encryptionField: number
  readonly initialSequence: number
  readonly type: number
  readonly socketId: number
  readonly cookie: number
  /** What the caller wants to wait as a receiver, and wants us to wait. */
  readonly receiverDelayMs: number
  readonly senderDelayMs: number
  /** The flags of the request that we answer. Null if it is missing. */
  readonly srtFlags: number | null
  readonly keyMessage: Buffer | null
  readonly streamId: string
}

const FIXED_BYTES = 48
const VERSION = 5
/** In the extension field of a response: this server knows version 5. */
const MAGIC = 0x4a17
const MTU_BYTES = 1500
/** 1.5.3, of libsrt: the last one with all that we answer. */
const SRT_VERSION = 0x01_05_03
/** Delivery in time both ways, encryption, dropped packets, repeated loss reports, retransmission flag. */
const SRT_FLAGS = 0x3f

/** Null if it is too short or broken. */
export function readHandshake(body: Buffer): SrtHandshake | null {
  if (body.length < FIXED_BYTES) return null
  const request = { receiverDelayMs: 0, senderDelayMs: 0, srtFlags: null as number | null }
  let keyMessage: Buffer | null = null
  let streamId = ''
  const version = body.readUInt32BE(0)
  let at = FIXED_BYTES
  while (version === VERSION && at + 4 <= body.length) {
    const type = body.readUInt16BE(at)
    const content = body.subarray(at + 4, at + 4 + body.readUInt16BE(at + 2) * 4)
    at += 4 + body.readUInt16BE(at + 2) * 4
    if (at > body.length) return null
    if (type === EXTENSION.hsReq && content.length >= 12) {
      request.srtFlags = content.readUInt32BE(4)
      request.receiverDelayMs = content.readUInt16BE(8)
      request.senderDelayMs = content.readUInt16BE(10)
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
    ...request,
    keyMessage,
    streamId,
  }
}

/** The stream ID is stored in words with their bytes reversed (3.2.1.3), filled with zeros. */
function readText(content: Buffer): string {
  return Buffer.from(content).swap32().toString('utf8').replace(/\0+$/, '')
}

/** The first response: the caller repeats its request with this cookie. */
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
  readonly latencyMs: number
}

export function acceptance(request: SrtHandshake, { socketId, latencyMs }: Acceptance): Buffer {
  const { encryptionField, initialSequence, cookie, keyMessage } = request
  const delays = ((latencyMs << 16) | request.receiverDelayMs) >>> 0
  const settings = extension(EXTENSION.hsRsp, words(SRT_VERSION, SRT_FLAGS, delays))
  const keys = keyMessage === null ? [] : [extension(EXTENSION.kmRsp, keyMessage)]
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

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([words(((type << 16) | (content.length / 4)) >>> 0), content])
}
