/** What a picture can be encoded as, besides H.264, which always comes first. */
export type LaterCodec = 'hevc' | 'vp9' | 'av1'
export type VideoCodec = 'h264' | LaterCodec

/** In the order in which they are made: the sooner one is done, the sooner it saves bits. */
const laterCodecs: readonly LaterCodec[] = ['hevc', 'vp9', 'av1']

export interface Step {
  /** The picture's shorter side: 1080 for 1080p. */
  lines: number
  /** At up to 30 frames a second, in H.264. */
  maxKbps: number
}

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

/** A picture laid over the video; all in percent. */
export interface Watermark {
  corner: Corner
  /** Of the picture's shorter side. */
  margin: number
  /** Width, of the picture's width. */
  size: number
  opacity: number
}

/** How a source is to be encoded. */
export interface Encoding {
  codecs: readonly VideoCodec[]
  rungs: readonly Step[]
  /** Null for the source's own, up to 60. */
  maxFrameRate: number | null
  audio: {
    /** Of stereo; mono takes half. */
    kbps: number
    channels: 'source' | 'stereo'
    /** LUFS to bring the sound to; null leaves it as loud as it is. */
    loudness: number | null
  }
  /** A source that plays everywhere as it is need not be encoded to be the top rung. */
  keepsOriginal: boolean
  perTitle: boolean
  watermark: Watermark | null
}

export const STANDARD_ENCODING = {
  codecs: ['h264'],
  rungs: [
    { lines: 240, maxKbps: 500 },
    { lines: 360, maxKbps: 1000 },
    { lines: 480, maxKbps: 1750 },
    { lines: 720, maxKbps: 3500 },
    { lines: 1080, maxKbps: 6250 },
    { lines: 1440, maxKbps: 11_250 },
    { lines: 2160, maxKbps: 20_000 },
  ],
  maxFrameRate: null,
  audio: { kbps: 128, channels: 'source', loudness: null },
  keepsOriginal: true,
  perTitle: false,
  watermark: null,
} as const satisfies Encoding

/** Names of ffmpeg's encoders. */
export const ENCODERS: Readonly<Record<VideoCodec, string>> = {
  h264: 'libx264',
  hevc: 'libx265',
  vp9: 'libvpx-vp9',
  av1: 'libsvtav1',
}

/** What ffmpeg needs for sound of a set loudness. */
export const LOUDNESS_FILTERS = ['ebur128', 'alimiter'] as const

/** The codecs to be made after H.264. */
export function laterCodecsOf({ codecs }: Encoding): LaterCodec[] {
  return laterCodecs.filter((codec) => codecs.includes(codec))
}
