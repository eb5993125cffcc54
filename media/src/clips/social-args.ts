import { planAudio } from '../encode/audio-plan.ts'
import type { Size } from '../encode/filters.ts'
import { audioFilters, scaleTo, videoFilters } from '../encode/filters.ts'
import { displaySize } from '../images/still-args.ts'
import { frameRateFor } from '../probe/frame-rate.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { Source, VideoSource } from '../probe/probe.ts'
import type { Rational } from '../probe/rational.ts'
import { fps } from '../probe/rational.ts'
import { countFrom, seekTo } from '../probe/seek.ts'
import type { Span } from './cut.ts'
import { ROUNDING_S } from './cut.ts'
import { mp4Output, seconds } from './cut-args.ts'
import type { SocialAspect, SocialFit } from './social.ts'
import { containSize, coverSize, socialSize } from './social.ts'
import { SOCIAL_TEXT } from './social-text.ts'

/** The logo in the folder of a social clip. */
export const SOCIAL_LOGO = 'logo.png'

/** Appearance of a social clip. */
export interface SocialLook {
  readonly aspectRatio: SocialAspect
  readonly fit: SocialFit
  /** `#rrggbb` of the padding. */
  readonly color: string
  /** Whether there is a text file. */
  readonly hasText: boolean
  readonly logo: { readonly corner: LogoPosition; readonly size: number } | null
}

type LogoPosition = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

/** Captions change at most this late, however low the frame rate of the source is. */
const MIN_FRAME_RATE = 24

/** The constant frame rate of a social clip: that of the source, or a multiple of it. */
function frameRateOf(video: VideoSource['video']): Rational {
  const own = frameRateFor(video)
  return { num: own.num * Math.max(1, Math.ceil(MIN_FRAME_RATE / fps(own) - 0.01)), den: own.den }
}

/** Encodes the span in its aspect ratio in one run. Reads from the keyframe before it, since the frame at its start
 * may begin earlier. */
export function socialClipArgs(
  input: Input,
  source: VideoSource,
  span: Span,
  look: SocialLook,
  filters: ReadonlySet<string>,
  outputPath: string,
): string[] {
  const seek = seekTo(input, span.startS - ROUNDING_S)
  const logo = look.logo === null ? [] : pinnedInput({ path: SOCIAL_LOGO, demuxer: 'png_pipe' })
  return [
    ...runArgs,
    '-noaccurate_seek',
    ...seek.args,
    ...logo,
    '-filter_complex',
    socialGraph(source, span, look, filters, seek.leadS),
    '-map',
    '[out]',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '18',
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:90000',
    ...audioArgs(source, span, seek.leadS),
    ...mp4Output(outputPath),
  ]
}

/** The filter graph from the source frame to `[out]`.
 * @param leadS the start of the span, from where the input is read */
export function socialGraph(
  { video }: VideoSource,
  { startS, endS }: Span,
  look: SocialLook,
  filters: ReadonlySet<string>,
  leadS = 0,
): string {
  const display = displaySize(video)
  const size = socialSize(display, look.aspectRatio, look.fit)
  const rate = frameRateOf(video)
  const frames = Math.max(1, Math.round((endS - startS) * fps(rate)))
  const steady = `${[...countFrom(leadS), ...videoFilters(video, [], rate, filters)].join()},tpad=stop=-1:stop_mode=clone,trim=end_frame=${frames}`
  const upright = `[0:${video.index}]${steady}`
  return [
    `${upright}${scaledVideo(display, size, look)}[shaped]`,
    ...(look.logo === null ? [] : logoFilters(look.logo, size)),
    `${look.logo === null ? '[shaped]' : '[marked]'}${look.hasText ? `ass=${SOCIAL_TEXT},` : ''}format=yuv420p[out]`,
  ].join(';')
}

/** Small enough that nothing is recognizable, large enough to keep the layout of colors. */
const BLURRED_PX = 24

/** Filters that bring a frame to another shape. Begins with a comma. */
export function scaledVideo(
  display: Size,
  size: Size,
  { fit, color }: Pick<SocialLook, 'fit' | 'color'>,
): string {
  const room = `${size.width}:${size.height}`
  const cover = coverSize(display, size)
  // Scaling down and up again blurs quickly, in every ffmpeg.
  const shorter = Math.min(cover.width, cover.height)
  const blurredSide = (pixels: number) => Math.max(2, Math.round((pixels * BLURRED_PX) / shorter))
  const whole = scaleTo(containSize(display, size))
  switch (fit) {
    case 'crop':
      return `,${scaleTo(cover)},crop=${room},setsar=1`
    case 'pad':
      return `,${whole},pad=${room}:(ow-iw)/2:(oh-ih)/2:0x${color.slice(1)},setsar=1`
    case 'blur':
      return (
        `,split[back][front];[back]scale=${blurredSide(cover.width)}:${blurredSide(cover.height)}:flags=area,` +
        `${scaleTo(cover)},crop=${room},setsar=1[blurred];[front]${whole},setsar=1[whole];` +
        `[blurred][whole]overlay=(W-w)/2:(H-h)/2`
      )
  }
}

/** Distance of a logo from the edges, as a share of the shorter side. */
const LOGO_MARGIN = 0.04
/** Maximum height of a logo, as a share of the height. */
const LOGO_HEIGHT = 0.25

function logoFilters({ corner, size: percent }: NonNullable<SocialLook['logo']>, size: Size): string[] {
  const margin = Math.round(Math.min(size.width, size.height) * LOGO_MARGIN)
  const width = Math.round((size.width * percent) / 100)
  const height = Math.round(size.height * LOGO_HEIGHT)
  const x = corner.endsWith('left') ? String(margin) : `W-w-${margin}`
  const y = corner.startsWith('top') ? String(margin) : `H-h-${margin}`
  return [
    `[1:v]format=rgba,scale=${width}:${height}:force_original_aspect_ratio=decrease[logo]`,
    `[shaped][logo]overlay=${x}:${y}[marked]`,
  ]
}

/** The default track, since platforms accept only one. */
function audioArgs(source: Source, { startS, endS }: Span, leadS: number): string[] {
  const tracks = planAudio(source)
  const track = tracks.find(({ isDefault }) => isDefault) ?? tracks[0]
  if (track === undefined) return []
  const late = leadS > 0 ? `asetpts=PTS-${seconds(leadS)}/TB,` : ''
  return [
    '-map',
    `0:${track.sourceIndex}`,
    '-c:a',
    'aac',
    '-b:a',
    '160k',
    '-af',
    `${late}atrim=start=0:end=${seconds(endS - startS)},${audioFilters(track).join()}`,
  ]
}
