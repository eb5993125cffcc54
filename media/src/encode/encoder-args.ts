import type { Rung, VideoPlan } from './ladder.ts'
import { COARSER_CRF } from './per-title.ts'

/** Only forced keyframes, so that all renditions are cut at the same times. */
const onlyForcedKeyframes = ['-g', '100000', '-keyint_min', '1', '-sc_threshold', '0']

/** ffmpeg arguments for the encoder of a rung: fast presets with constant quality, capped by the VBV buffer. */
export function encoderArgs(
  rung: Rung,
  { segmentFrames }: Pick<VideoPlan, 'segmentFrames'>,
  bFrames: number,
): string[] {
  const maxRate = ['-maxrate', `${rung.maxrateKbps}k`, '-bufsize', `${rung.bufsizeKbps}k`]
  const crf = (defaultCrf: number) => ['-crf', String(rung.coarser ? defaultCrf + COARSER_CRF : defaultCrf)]
  switch (rung.codec) {
    case 'hevc':
      return [
        // Apple players read the parameter sets only from the file header, which hvc1 indicates.
        '-c:v',
        'libx265',
        '-preset',
        'veryfast',
        '-profile:v',
        'main',
        '-pix_fmt',
        'yuv420p',
        '-tag:v',
        'hvc1',
        ...crf(26),
        ...maxRate,
        ...onlyForcedKeyframes,
        '-bf',
        String(bFrames),
        '-forced-idr',
        '1',
        '-x265-params',
        'log-level=error:open-gop=0',
      ]
    case 'vp9':
      return [
        '-c:v',
        'libvpx-vp9',
        '-deadline',
        'good',
        '-cpu-used',
        '5',
        '-row-mt',
        '1',
        '-pix_fmt',
        'yuv420p',
        ...crf(33),
        '-b:v',
        `${rung.bitrateKbps}k`,
        ...onlyForcedKeyframes,
      ]
    case 'av1':
      return [
        '-c:v',
        'libsvtav1',
        '-preset',
        '10',
        '-pix_fmt',
        'yuv420p',
        ...crf(35),
        // This encoder does not support forced keyframes, only a fixed keyframe interval.
        '-g',
        String(segmentFrames),
        '-svtav1-params',
        `mbr=${rung.maxrateKbps}`,
      ]
    default:
      return [
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-profile:v',
        'high',
        '-pix_fmt',
        'yuv420p',
        ...crf(23),
        ...maxRate,
        ...onlyForcedKeyframes,
        '-bf',
        String(bFrames),
      ]
  }
}
