import { join } from 'node:path'
import { makeClip, pattern } from '../../server/src/testing/clips.ts'

export interface Clips {
  /** H.264 with B-frames and a keyframe every 2 s, AAC: typical output of cameras and editors. */
  readonly h264: string
  /** The same with a length of two segments. */
  readonly short: string
  readonly vp9: string
  readonly mpeg4: string
}

const SIZE = '1920x1080'
const RATE = 30

/** 2 Mbit/s, padded where the video needs less, so that segments of 4 s have 1 MB. */
const h264 = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-pix_fmt',
  'yuv420p',
  '-bf',
  '2',
  '-g',
  String(2 * RATE),
  '-b:v',
  '2M',
  '-minrate',
  '2M',
  '-maxrate',
  '2M',
  '-bufsize',
  '2M',
  '-x264-params',
  'nal-hrd=cbr',
  '-sc_threshold',
  '0',
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-movflags',
  '+faststart',
]
const vp9 = [
  '-c:v',
  'libvpx-vp9',
  '-deadline',
  'realtime',
  '-cpu-used',
  '8',
  '-row-mt',
  '1',
  '-pix_fmt',
  'yuv420p',
  '-b:v',
  '4M',
  '-g',
  String(4 * RATE),
  '-c:a',
  'libopus',
  '-b:a',
  '96k',
]
const mpeg4 = ['-c:v', 'mpeg4', '-b:v', '8M', '-g', String(2 * RATE), '-c:a', 'libmp3lame']

const SHORT_S = 8

export async function makeClips(folder: string, lengthS: number): Promise<Clips> {
  const picture = pattern(lengthS, SIZE, RATE)
  return {
    h264: await makeClip(join(folder, 'h264.mp4'), ...picture, ...h264),
    short: await makeClip(join(folder, 'short.mp4'), ...pattern(SHORT_S, SIZE, RATE), ...h264),
    vp9: await makeClip(join(folder, 'vp9.webm'), ...picture, ...vp9),
    mpeg4: await makeClip(join(folder, 'mpeg4.avi'), ...picture, ...mpeg4),
  }
}
