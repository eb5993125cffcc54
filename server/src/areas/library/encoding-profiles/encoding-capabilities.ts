import { videoCodecs } from '@kinora/contract'
import { BITRATE_FACTORS, ENCODERS, LOUDNESS_FILTERS } from '@kinora/media'
import { problem } from '../../../platform/problem.ts'
import type { ProfileSettings } from '../contents/content-facts.ts'
import type { Library } from '../library.ts'

const codecNames = { h264: 'H.264', hevc: 'HEVC', vp9: 'VP9', av1: 'AV1' } as const

/** Encoding capabilities of the installed ffmpeg. */
export function encodingCapabilities({ ffmpeg }: Pick<Library, 'ffmpeg'>) {
  const { version, encoders, filters } = ffmpeg.capabilities
  return {
    ffmpeg: version,
    codecs: videoCodecs.map((codec) => {
      const encoder = ENCODERS[codec]
      return { codec, encoder, available: encoders.has(encoder), bitrateFactor: BITRATE_FACTORS[codec] }
    }),
    loudness: LOUDNESS_FILTERS.every((filter) => filters.has(filter)),
    watermark: filters.has('overlay') && filters.has('colorchannelmixer'),
  }
}

/** @throws problem codec-unavailable, which lists what is missing */
export function assertEncodable(library: Pick<Library, 'ffmpeg'>, settings: ProfileSettings): void {
  const { codecs, loudness, watermark } = encodingCapabilities(library)
  const missing = codecs.filter(({ codec, available }) => settings.codecs.includes(codec) && !available)
  const faults = [
    ...missing.map(({ codec, encoder }) => ({
      path: 'body.codecs',
      message: `${codecNames[codec]} needs ${encoder}`,
    })),
    ...(settings.audio.loudness !== null && !loudness
      ? [{ path: 'body.audio.loudness', message: `Loudness needs ${LOUDNESS_FILTERS.join(' and ')}` }]
      : []),
    ...(settings.watermark !== null && !watermark
      ? [{ path: 'body.watermark', message: 'A watermark needs overlay and colorchannelmixer' }]
      : []),
  ]
  if (faults.length === 0) return
  const detail = `The ffmpeg of this installation is not built for it: ${faults.map(({ message }) => message).join('; ')}`
  throw problem('codec-unavailable', { detail, errors: faults })
}
