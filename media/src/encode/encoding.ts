/** Video codecs besides H.264, which is always encoded first. */
export type LaterCodec = 'hevc' | 'vp9' | 'av1'
export type VideoCodec = 'h264' | LaterCodec

/** Codecs in encoding order. Faster ones come first, because they save bandwidth sooner. */
const laterCodecs: readonly LaterCodec[] = ['hevc', 'vp9', 'av1']

export interface Step {
  /** Pixels of the shorter side: 1080 for 1080p. */
  lines: number
  /** Maximum bit rate of H.264 at up to 30 frames per second. */
  maxKbps: number
}

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

/** An image on top of the video. All values in percent. */
export interface Watermark {
  corner: Corner
  /** Percent of the shorter side of the video. */
  margin: number
  /** Width, in percent of the width of the video. */
  size: number
  opacity: number
}

/** Settings for encoding a source. */
export interface Encoding {
  codecs: readonly VideoCodec[]
  rungs: readonly Step[]
  /** Null keeps the frame rate of the source, up to 60. */
  maxFrameRate: number | null
  audio: {
    /** Bit rate of stereo; mono uses half. */
    kbps: number
    channels: 'source' | 'stereo'
    /** Target loudness in LUFS; null keeps the loudness of the source. */
    loudness: number | null
  }
  /** Uses a source that every device can play as the top rendition without re-encoding. */
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

/** Approximate bit rate for the same quality, relative to H.264. */
export const BITRATE_FACTORS: Readonly<Record<VideoCodec, number>> = {
  h264: 1,
  hevc: 0.65,
  vp9: 0.7,
  av1: 0.55,
}

/** Names of ffmpeg encoders. */
export const ENCODERS: Readonly<Record<VideoCodec, string>> = {
  h264: 'libx264',
  hevc: 'libx265',
  vp9: 'libvpx-vp9',
  av1: 'libsvtav1',
}

/** ffmpeg filters for a target loudness. */
export const LOUDNESS_FILTERS = ['ebur128', 'alimiter'] as const

/** The codecs to encode after H.264. */
export function laterCodecsOf({ codecs }: Encoding): LaterCodec[] {
  return laterCodecs.filter((codec) => codecs.includes(codec))
}
