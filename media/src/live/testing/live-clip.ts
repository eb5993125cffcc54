import { execFileSync } from 'node:child_process'
import { flvTagReader } from '../flv/flv-file.ts'
import { createFlvSource } from '../flv/flv-source.ts'
import type { LivePacket, LiveTrack } from '../source.ts'

export interface LiveClip {
  readonly tracks: readonly LiveTrack[]
  readonly packets: readonly LivePacket[]
}

/** What an encoder would send, made by ffmpeg: H.264 at 30 frames per second with AAC. */
export function liveClip(
  given: { seconds?: number; size?: string; keyEvery?: number; bFrames?: number; audio?: boolean } = {},
): LiveClip {
  const { seconds = 6, size = '320x180', keyEvery = 60, bFrames = 0, audio = true } = given
  const sound = audio ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : []
  const bytes = execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30`, ...sound],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(keyEvery)],
    ...['-bf', String(bFrames), '-sc_threshold', '0', '-c:a', 'aac', '-t', String(seconds), '-f', 'flv', '-'],
  ])
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const source = createFlvSource({
    track: (track) => tracks.push(track),
    packet: (packet) => packets.push(packet),
    end: () => undefined,
  })
  for (const { kind, timestampMs, body } of flvTagReader(2 ** 20)(bytes)) source[kind](timestampMs, body)
  return { tracks, packets }
}
