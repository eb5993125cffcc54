import { createSocket } from 'node:dgram'
import { createTsMuxer, type LiveTrack } from '@kinora/media'
import { createTsPacketWriter } from '@kinora/media/live/ts/ts-packets'

const PAYLOAD_BYTES = 1316
const FRAME_MS = 40
/** A sequence and a picture parameter set of H.264, and the configuration with both. */
const config = Buffer.from('0142c00dffe100156742c00dda0505ed08000003000800000301929c5001000468ce3c80', 'hex')

/** Tracks of a stream that is written without an encoder. */
export const writtenTracks = {
  video: { kind: 'video', codec: 'h264', config },
  audio: { kind: 'audio', codec: 'aac', config: Uint8Array.of(0x11, 0x90) },
} as const satisfies Record<string, LiveTrack>

/** Sends frames as MPEG-TS to a UDP port of this machine, with a keyframe each second. Nobody can decode the pictures.
 * @param streamType of the video in the program map, instead of H.264 */
export function sendWritten(
  port: number,
  tracks: readonly LiveTrack[],
  streamType?: number,
): { stop(): void } {
  const socket = createSocket('udp4')
  const send = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += PAYLOAD_BYTES)
      socket.send(bytes.subarray(at, at + PAYLOAD_BYTES), port, '127.0.0.1')
  }
  const muxer = createTsMuxer(send)
  for (const track of tracks) muxer.track(track)
  const writer = createTsPacketWriter()
  let n = 0
  const timer = setInterval(() => {
    const dts = n * FRAME_MS * 90
    const isKey = n % 25 === 0
    for (const { kind } of tracks) {
      const data = new Uint8Array(400).fill(0x55)
      data.set(kind === 'video' ? [0, 0, 1, 0x8c, isKey ? 0x65 : 0x41] : [1])
      if (streamType === undefined)
        muxer.packet({ kind, dts, cts: 0, isKey: kind === 'audio' || isKey, data })
    }
    if (streamType !== undefined) {
      send(writer.section(0, [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xf0, 0]))
      const streams = [streamType, 0xe1, 0, 0xf0, 0]
      send(writer.section(0x1000, [2, 0xb0, 18, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...streams]))
    }
    n += 1
  }, FRAME_MS)
  return {
    stop() {
      clearInterval(timer)
      socket.close()
    },
  }
}
