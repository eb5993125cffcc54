import type { Rendition } from '@kinora/contract'
import type { Translate } from '../../../lib/i18n'

const codecs: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'HEVC',
  h265: 'HEVC',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  mpeg1video: 'MPEG-1',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  prores: 'ProRes',
  dnxhd: 'DNxHD',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
}

/** The usual spelling of a codec; unknown names of ffprobe are capitalized. */
export function codecName(codec: string): string {
  if (codec.startsWith('pcm_')) return 'PCM'
  return codecs[codec] ?? codec.toUpperCase()
}

export function renditionName(t: Translate, { name, isOriginal, type }: Rendition): string {
  if (isOriginal && type === 'video') return t('library:renditions.original', { name })
  return type === 'audio' ? t('library:renditions.audio') : name
}
