import { type AmfAnswer, writeAmf } from './amf0.ts'
import { writeChunks } from './chunk-writer.ts'

/** Message type IDs (RTMP 1.0, 5.4 and 7.1). */
export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowAckSize: 5,
  setPeerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  dataAmf0: 18,
  commandAmf3: 17,
  commandAmf0: 20,
  aggregate: 22,
} as const

/** User control events (RTMP 1.0, 7.1.7). */
export const EVENT = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const

export interface RtmpMessage {
  readonly type: number
  readonly streamId: number
  /** Milliseconds as an unsigned 32-bit number. */
  readonly timestampMs: number
  readonly body: Buffer
}

/** Chunk size of sent messages. */
export const OUTPUT_CHUNK_BYTES = 4096
const CONTROL_CHUNK_STREAM = 2
const COMMAND_CHUNK_STREAM = 3
const DYNAMIC_PEER_BANDWIDTH = 2

export function acknowledgement(receivedBytes: number): Buffer {
  return control(MESSAGE.acknowledgement, uint32(receivedBytes % 2 ** 32))
}

export function pingRequest(timestamp: number): Buffer {
  return userControl(EVENT.pingRequest, timestamp)
}

export function pingResponse(timestamp: number): Buffer {
  return userControl(EVENT.pingResponse, timestamp)
}

export function streamBegin(streamId: number): Buffer {
  return userControl(EVENT.streamBegin, streamId)
}

/** First messages to a client: acknowledgement window, peer bandwidth and our chunk size. */
export function serverSettings(windowBytes: number): Buffer {
  return Buffer.concat([
    control(MESSAGE.windowAckSize, uint32(windowBytes)),
    control(MESSAGE.setPeerBandwidth, Buffer.from([...uint32(windowBytes), DYNAMIC_PEER_BANDWIDTH])),
    control(MESSAGE.setChunkSize, uint32(OUTPUT_CHUNK_BYTES)),
  ])
}

/** First messages to a server: our chunk size, and the number of bytes after which it acknowledges. */
export function clientSettings(windowBytes: number): Buffer {
  return Buffer.concat([
    control(MESSAGE.setChunkSize, uint32(OUTPUT_CHUNK_BYTES)),
    control(MESSAGE.windowAckSize, uint32(windowBytes)),
  ])
}

export function command(streamId: number, ...values: AmfAnswer[]): Buffer {
  return chunks(COMMAND_CHUNK_STREAM, MESSAGE.commandAmf0, streamId, writeAmf(...values))
}

export function status(streamId: number, level: 'status' | 'error', code: string, description: string) {
  return command(streamId, 'onStatus', 0, null, { level, code, description })
}

function userControl(event: number, value: number): Buffer {
  return control(MESSAGE.userControl, Buffer.from([0, event, ...uint32(value)]))
}

function control(type: number, body: Buffer): Buffer {
  return chunks(CONTROL_CHUNK_STREAM, type, 0, body)
}

function chunks(chunkStream: number, type: number, streamId: number, body: Buffer): Buffer {
  return writeChunks({ chunkStream, type, streamId, timestampMs: 0 }, [body], OUTPUT_CHUNK_BYTES)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
