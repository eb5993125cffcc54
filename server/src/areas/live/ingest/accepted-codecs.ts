import type { LiveTrack } from '@kinora/media'

type Codec = LiveTrack['codec']

/** Names of codecs in messages. Live nodes take all of them. What not every player supports is encoded: HEVC and AV1 to
 * H.264, Opus to AAC. */
export const CODEC_NAMES: Readonly<Record<Codec, string>> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  aac: 'AAC',
  opus: 'Opus',
}

/** Names of the same codecs in Enhanced RTMP. */
const FOUR_CCS: Readonly<Record<Codec, string>> = {
  h264: 'avc1',
  hevc: 'hvc1',
  av1: 'av01',
  aac: 'mp4a',
  opus: 'Opus',
}

export const ACCEPTED_FOUR_CCS = Object.values(FOUR_CCS)

/** Advice to users of encoders. */
export const USE_ACCEPTED_CODECS = 'Use H.264, HEVC or AV1 video and AAC or Opus audio.'
