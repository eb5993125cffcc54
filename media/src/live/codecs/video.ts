import type { LiveVideoTrack } from '../source.ts'
import { withLengths } from './annex-b.ts'
import { av1ConfigObus, sizeOfAv1Config } from './av1.ts'
import { type PictureSize, parameterSetsOf, sizeOfAvcConfig } from './h264.ts'
import { hevcParameterSets, sizeOfHevcConfig } from './hevc.ts'

/** Video size of a track. Null if its configuration does not show it. */
export function pictureSizeOf({ codec, config }: LiveVideoTrack): PictureSize | null {
  if (codec === 'hevc') return sizeOfHevcConfig(config)
  return codec === 'av1' ? sizeOfAv1Config(config) : sizeOfAvcConfig(config)
}

/** The configuration of a track in the format of its frames. Before a keyframe it replaces earlier ones. */
export function configInFrames({ codec, config }: LiveVideoTrack): Uint8Array {
  if (codec === 'hevc') return withLengths(hevcParameterSets(config))
  return codec === 'av1' ? av1ConfigObus(config) : parameterSetsOf(config)
}
