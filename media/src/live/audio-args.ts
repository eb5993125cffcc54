import type { AacFormat } from './codecs/aac.ts'
import { audioInput, flvOutput, quiet } from './ffmpeg-words.ts'

const KBPS_PER_CHANNEL = 80

/** Arguments of an ffmpeg that reads audio as Matroska from stdin, and writes AAC-LC of this format as FLV. */
export function liveAudioArgs({ sampleRate, channels }: AacFormat): string[] {
  return [
    ...quiet,
    ...audioInput,
    '-c:a',
    'aac',
    '-b:a',
    `${KBPS_PER_CHANNEL * channels}k`,
    '-ar',
    String(sampleRate),
    '-ac',
    String(channels),
    ...flvOutput,
    'pipe:3',
  ]
}
