import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { testVideo } from '../../testing/test-clips.ts'
import { makeClip } from '../../testing/test-transcode.ts'
import type { LiveVideoTrack } from '../source.ts'
import { configInFrames, pictureSizeOf } from './video.ts'

/** The configuration that ffmpeg writes into an MP4 file. */
async function encodeTrack(
  codec: LiveVideoTrack['codec'],
  size: string,
  words: string,
): Promise<LiveVideoTrack> {
  const { path } = await makeClip('one.mp4', `${testVideo(size, 25, 1)} -frames:v 1 ${words} -f mp4`)
  const bytes = await readFile(path)
  const at = bytes.indexOf({ h264: 'avcC', hevc: 'hvcC', av1: 'av1C' }[codec])
  const config = Uint8Array.from(bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4)))
  return { kind: 'video', codec, config }
}

it.each([
  ['h264', '322x182', '-c:v libx264 -pix_fmt yuv420p'],
  ['h264', '642x362', '-c:v libx264 -pix_fmt yuv444p'],
  ['hevc', '322x182', '-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le'],
  ['hevc', '642x362', '-c:v libx265 -x265-params log-level=none:temporal-layers=3 -pix_fmt yuv422p'],
  ['av1', '322x182', '-c:v libsvtav1 -preset 12 -pix_fmt yuv420p'],
  ['av1', '642x362', '-c:v libaom-av1 -cpu-used 8 -usage realtime -pix_fmt yuv420p'],
] as const)(
  'a track of %s in %s shows its size and repeats its configuration in frames',
  async (codec, size, words) => {
    const track = await encodeTrack(codec, size, words)
    const [width, height] = size.split('x').map(Number)
    expect(pictureSizeOf(track)).toEqual({ width, height })
    expect(configInFrames(track).length).toBeGreaterThan(8)
    for (let end = 0; end < track.config.length; end++) {
      const cut = { ...track, config: track.config.subarray(0, end) }
      expect([null, `${width}x${height}`]).toContain(sizeText(cut))
      configInFrames(cut)
    }
  },
)

function sizeText(track: LiveVideoTrack): string | null {
  const size = pictureSizeOf(track)
  return size && `${size.width}x${size.height}`
}
