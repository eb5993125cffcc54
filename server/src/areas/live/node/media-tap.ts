import type { ServerResponse } from 'node:http'
import { createTsMuxer, type LiveSink, type LiveTrack } from '@kinora/media'

/** Sends the media of a stream as MPEG-TS to other processes. It is written only while one of them reads. */
export interface MediaTap extends Pick<LiveSink, 'track' | 'packet'> {
  /** Sends to a response until it closes, from the next keyframe on. */
  open(response: ServerResponse): void
  end(): void
}

/** Unsent bytes of a reader. A slower reader is disconnected, and comes back. */
const MAX_UNSENT_BYTES = 8 * 1024 ** 2
const PING_MS = 2000
/** A packet without content (ISO 13818-1 2.4.3.3), which keeps a connection alive. */
const NULL_PACKET = Buffer.alloc(188, 0xff)
NULL_PACKET.writeUInt32BE(0x47_1f_ff_10)

export function createMediaTap(): MediaTap {
  const readers = new Set<ServerResponse>()
  const tracks = new Map<LiveTrack['kind'], LiveTrack>()
  let muxer: ReturnType<typeof createTsMuxer> | null = null
  const send = (bytes: Uint8Array) => {
    for (const reader of readers) {
      if (reader.writableLength > MAX_UNSENT_BYTES) reader.destroy()
      else reader.write(bytes)
    }
  }
  const ping = setInterval(() => send(NULL_PACKET), PING_MS)
  ping.unref()
  return {
    track(track) {
      tracks.set(track.kind, track)
      muxer?.track(track)
    },
    packet: (packet) => muxer?.packet(packet),
    open(response) {
      response.writeHead(200, { 'content-type': 'video/mp2t' })
      response.write(NULL_PACKET)
      readers.add(response)
      response.on('close', () => {
        readers.delete(response)
        if (readers.size === 0) muxer = null
      })
      if (muxer !== null) return
      muxer = createTsMuxer(send)
      for (const track of tracks.values()) muxer.track(track)
    },
    end() {
      clearInterval(ping)
      for (const reader of readers) reader.end()
      readers.clear()
    },
  }
}
