import { scaleTo } from '../../encode/filters.ts'
import type { PictureSize } from '../codecs/h264.ts'
import { audioInput, flvOutput, quiet } from '../ffmpeg-words.ts'

/** Longest short side of transcoded WebRTC video. */
const MAX_LINES = 1080
const KBPS_PER_LINE = 4.2
const GOP_S = 2
const AUDIO_KBPS = 128

/** Output size for a publisher whose frames have this size. */
export function rtcPictureSize({ width, height }: PictureSize): PictureSize {
  const lines = Math.min(width, height)
  const ratio = Math.min(1, MAX_LINES / lines)
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * ratio) / 2))
  return { width: even(width), height: even(height) }
}

/** Arguments of an ffmpeg that reads H.264 and Opus as Matroska from stdin, and writes H.264 of one size with a
 * keyframe every 2 s, and AAC. Each has its own FLV output, so that neither waits for the other.
 * @param size output size; null without video */
export function rtcIngestArgs(size: PictureSize | null, hasAudio: boolean): string[] {
  const audioOutput = size === null ? 'pipe:3' : 'pipe:4'
  return [
    ...quiet,
    // Frame threading would delay frames.
    '-flags',
    'low_delay',
    '-thread_type',
    'slice',
    '-probesize',
    '32768',
    '-analyzeduration',
    '0',
    '-copyts',
    '-f',
    'matroska',
    '-i',
    'pipe:0',
    ...(size === null ? [] : [...videoArgs(size), 'pipe:3']),
    ...(hasAudio ? [...audioArgs, audioOutput] : []),
  ]
}

function videoArgs(size: PictureSize): string[] {
  const { width, height } = size
  const kbps = Math.round(Math.min(width, height) * KBPS_PER_LINE)
  const fitted = `${scaleTo(size)}:force_original_aspect_ratio=decrease`
  const filters = `${fitted},pad=${width}:${height}:-1:-1,setsar=1,format=yuv420p`
  // A keyframe at the first frame of each 2 s, even if frames are rare.
  const every = `floor((t+0.001)/${GOP_S})`
  const before = `floor((prev_forced_t+0.001)/${GOP_S})`
  return [
    '-map',
    '0:v',
    '-vf',
    filters,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-profile:v',
    'main',
    '-bf',
    '0',
    // Without a known frame rate, the encoder would signal a level that many devices refuse.
    '-level',
    '4.1',
    '-b:v',
    `${kbps}k`,
    '-maxrate',
    `${Math.round(kbps * 1.25)}k`,
    '-bufsize',
    `${kbps}k`,
    '-sc_threshold',
    '0',
    '-g',
    '100000',
    '-force_key_frames',
    `expr:if(isnan(prev_forced_t),1,gte(${every},${before}+1))`,
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:90000',
    ...flvOutput,
  ]
}

const audioArgs = [
  '-map',
  '0:a',
  '-af',
  'aresample=async=1000',
  '-c:a',
  'aac',
  '-b:a',
  `${AUDIO_KBPS}k`,
  '-ar',
  '48000',
  '-ac',
  '2',
  ...flvOutput,
]

/** Samples in an Opus packet. */
export const OPUS_PACKET_SAMPLES = 960

/** Arguments of an ffmpeg that reads AAC as Matroska from stdin, and writes Opus as Ogg, with one packet per page. */
export function rtcAudioArgs(): string[] {
  return [
    ...quiet,
    ...audioInput,
    '-c:a',
    'libopus',
    '-b:a',
    `${AUDIO_KBPS}k`,
    '-application',
    'lowdelay',
    '-frame_duration',
    '20',
    '-ar',
    '48000',
    '-ac',
    '2',
    '-page_duration',
    '20000',
    '-flush_packets',
    '1',
    '-f',
    'ogg',
    'pipe:3',
  ]
}
