import type { SourceVideo } from '../probe/probe.ts'
import type { Rational } from '../probe/rational.ts'
import type { AudioTrack, Level } from './audio-plan.ts'
import { AUDIO } from './audio-plan.ts'
import { toBt709 } from './colors.ts'

/** Size in pixels. */
export interface Size {
  width: number
  height: number
}

export type FitMode = 'preserve' | 'crop' | 'pad' | 'stretch'

/** Requested size of a still or GIF. An omitted side follows from the aspect ratio. */
export interface Fit {
  width: number | null
  height: number | null
  fitMode: FitMode
}

/** Filters that convert any video to our format: progressive, upright (ffmpeg rotates it), square pixels, SDR in
 * BT.709, 8-bit 4:2:0, scaled by `scale`. `frameRate` makes the frame rate constant, starts it at 0 and repeats the
 * last picture until the end of the audio; null keeps the timestamps. */
export function videoFilters(
  video: SourceVideo,
  scale: string[],
  frameRate: Rational | null,
  filters: ReadonlySet<string>,
): string[] {
  return [
    ...(video.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(frameRate ? steadyFrames(video, frameRate) : []),
    ...scale,
    'setsar=1',
    ...toBt709(video, filters),
    'format=yuv420p',
  ]
}

function steadyFrames({ heldUntilS }: SourceVideo, { num, den }: Rational): string[] {
  const steady = `fps=${num}/${den}:start_time=0`
  if (heldUntilS === undefined) return [steady]
  return ['tpad=stop=-1:stop_mode=clone', steady, `trim=end=${heldUntilS.toFixed(6)}`]
}

export function scaleTo({ width, height }: Size): string {
  return `scale=${width}:${height}:flags=bicubic`
}

/** Scales a whole video. Pictures can change their shape on the way: those of another shape get bars. */
export function scaleWhole({ width, height }: Size): string[] {
  const isOther = `gt(abs(dar*${height}/${width}-1)\\,${OTHER_SHAPE})`
  const even = (side: string, most: number) =>
    `'if(${isOther}\\,min(${most}\\,2*round(${side}/2))\\,${most})'`
  const size = `w=${even(`${height}*dar`, width)}:h=${even(`${width}/dar`, height)}`
  return [`scale=${size}:flags=bicubic`, `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`]
}

/** More than rounding to even sides explains. */
const OTHER_SHAPE = 0.1

/** The resulting size of a video with the aspect ratio of `display`, in pixels. */
export function fittedSize(display: Size, { width, height, fitMode }: Fit): Size {
  if (fitMode !== 'preserve' && width !== null && height !== null) return { width, height }
  return scaleSize(display, Math.min(1, ...ratiosOf(display, width, height)))
}

/** Scales a video with the aspect ratio of `display` to the requested size. Nothing is enlarged unless stretched,
 * cropped or padded. */
export function fitFilters(display: Size, fit: Fit): string[] {
  const { width, height, fitMode } = fit
  if (fitMode === 'preserve' || width === null || height === null) return [scaleTo(fittedSize(display, fit))]
  const ratios = ratiosOf(display, width, height)
  if (fitMode === 'stretch') return [scaleTo({ width, height })]
  if (fitMode === 'crop') {
    return [scaleTo(scaleSize(display, Math.max(...ratios), Math.ceil)), `crop=${width}:${height}`]
  }
  const fitted = scaleSize(display, Math.min(...ratios), Math.floor)
  return [scaleTo(fitted), 'format=yuv444p', `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black`]
}

function ratiosOf(display: Size, width: number | null, height: number | null): number[] {
  return [width && width / display.width, height && height / display.height].filter((ratio) => ratio !== null)
}

function scaleSize({ width, height }: Size, ratio: number, round = Math.round): Size {
  return { width: Math.max(1, round(width * ratio)), height: Math.max(1, round(height * ratio)) }
}

/** Fills the start and gaps with silence, so that audio stays in sync with video. */
export function audioFilters(track: AudioTrack): string[] {
  const layout = track.channels === 1 ? 'mono' : 'stereo'
  return [
    ...mixFilters(track),
    'aresample=async=1:first_pts=0',
    ...(track.isDownmix ? downmixFilters(layout) : []),
    ...(track.level ? levelFilters(track.level) : []),
    `aformat=sample_fmts=fltp:sample_rates=${AUDIO.sampleRate}:channel_layouts=${layout}`,
  ]
}

/** Every channel of an unknown place, in equal parts. */
export function mixFilters({ discreteChannels }: AudioTrack): string[] {
  if (discreteChannels === undefined) return []
  const sum = Array.from(
    { length: discreteChannels },
    (_, n) => `${(1 / discreteChannels).toFixed(4)}*c${n}`,
  ).join('+')
  return [`pan=stereo|c0=${sum}|c1=${sum}`]
}

/** The sum of loud channels can be too loud. */
function downmixFilters(layout: string): string[] {
  return [`aformat=sample_fmts=fltp:channel_layouts=${layout}`, ...limiter]
}

/** Audio can be louder between samples than at them, so the limiter works on four times the sample rate. */
const limiterRate = AUDIO.sampleRate * 4
/** Below the -1 dB ceiling of EBU R 128, since encoding can raise peaks. */
const limit = 10 ** (-1.5 / 20)

function levelFilters({ gainDb, isLimited }: Level): string[] {
  const gain = `volume=${gainDb}dB`
  if (!isLimited) return [gain]
  return [gain, ...limiter]
}

const limiter = [
  `aresample=${limiterRate}`,
  `alimiter=limit=${limit.toFixed(4)}:attack=5:release=50:level=false:latency=true`,
]
