import type { AacFormat } from './codecs/aac.ts'

const KBPS_PER_CHANNEL = 80

/** Arguments of an ffmpeg that reads audio as Matroska from stdin, and writes AAC-LC of this format as FLV. */
export function liveAudioArgs({ sampleRate, channels }: AacFormat): string[] {
  return [
    '-hide_banner',
    '-nostdin',
    '-loglevel',
    'warning',
    '-probesize',
    '32',
    '-analyzeduration',
    '0',
    '-copyts',
    '-f',
    'matroska',
    '-i',
    'pipe:0',
    '-map',
    '0:a',
    '-af',
    'aresample=async=1000',
    '-c:a',
    'aac',
    '-b:a',
    `${KBPS_PER_CHANNEL * channels}k`,
    '-ar',
    String(sampleRate),
    '-ac',
    String(channels),
    '-flush_packets',
    '1',
    '-flvflags',
    'no_duration_filesize',
    '-f',
    'flv',
    'pipe:3',
  ]
}
