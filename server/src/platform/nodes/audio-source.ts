import type { ServerResponse } from 'node:http'
import { type PreviewKind, previewHead, previewKinds } from '@kinora/contract'
import {
  AAC_FRAME_SAMPLES,
  audioInit,
  fragment,
  type LiveAudioTrack,
  parseAacConfig,
  type Sample,
} from '@kinora/media'

/** The AAC of a running stream as fragmented MP4, for the processes whose viewers listen to it. */
export interface AudioSource {
  track(track: LiveAudioTrack): void
  frame(data: Uint8Array): void
  /** Sends the audio from now on to a response until it closes. */
  open(response: ServerResponse): void
  isWatched(): boolean
  /** Shows that the connection is alive. Call every 100 ms. */
  tick(): void
  end(): void
}

const TICK_MS = 100
const PING_MS = 2000
/** Frames of a fragment, a third of a second at 48 kHz. */
const BATCH_FRAMES = 16
/** Unsent bytes of a reader. A slower reader is disconnected and reconnects. */
const MAX_UNSENT_BYTES = 1024 ** 2

export function createAudioSource(): AudioSource {
  const readers = new Set<ServerResponse>()
  let start: Uint8Array | null = null
  let samples: Sample[] = []
  let sequence = 0
  let decodeTime = 0
  let sinceSentMs = 0

  function send(kind: PreviewKind, data: Uint8Array): void {
    sinceSentMs = 0
    const bytes = frameOf(kind, data)
    for (const reader of readers) {
      if (reader.writableLength > MAX_UNSENT_BYTES) reader.destroy()
      else reader.write(bytes)
    }
  }

  return {
    track({ codec, config }) {
      const format = codec === 'aac' ? parseAacConfig(config) : null
      start = format && audioInit(config, format)
      samples = []
      sequence = 0
      decodeTime = 0
      if (start !== null) send(previewKinds.audioStart, start)
    },
    frame(data) {
      if (readers.size === 0 || start === null) return
      samples.push({ data, duration: AAC_FRAME_SAMPLES, offset: 0, isKey: true })
      if (samples.length < BATCH_FRAMES) return
      sequence += 1
      send(previewKinds.audio, fragment(sequence, decodeTime, samples))
      decodeTime += samples.length * AAC_FRAME_SAMPLES
      samples = []
    },
    open(response) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      response.write(
        start === null
          ? frameOf(previewKinds.ping, new Uint8Array(0))
          : frameOf(previewKinds.audioStart, start),
      )
      readers.add(response)
      response.on('close', () => readers.delete(response))
    },
    isWatched: () => readers.size > 0,
    tick() {
      sinceSentMs += TICK_MS
      if (sinceSentMs >= PING_MS) send(previewKinds.ping, new Uint8Array(0))
    },
    end() {
      for (const reader of readers) reader.end()
      readers.clear()
    },
  }
}

function frameOf(kind: PreviewKind, data: Uint8Array): Uint8Array {
  return Buffer.concat([previewHead(0, { kind, timeMs: 0, length: data.length }), data])
}
