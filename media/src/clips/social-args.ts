import { planAudio } from '../encode/audio-plan.ts'
import type { Size } from '../encode/filters.ts'
import { pictureFilters, scaleTo, soundFilters } from '../encode/filters.ts'
import { displaySize } from '../images/still-args.ts'
import { frameRateFor } from '../probe/frame-rate.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { Source, VideoSource } from '../probe/probe.ts'
import type { Rational } from '../probe/rational.ts'
import { fps } from '../probe/rational.ts'
import type { Span } from './cut.ts'
import { ROUNDED_S } from './cut.ts'
import { output, seconds } from './cut-args.ts'
import type { SocialAspect, SocialFit } from './social.ts'
import { contained, covering, socialSize } from './social.ts'
import { SOCIAL_TEXT } from './social-text.ts'

/** The logo in a social clip's folder. */
export const SOCIAL_LOGO = 'logo.png'

/** How a social clip is to look. */
export interface SocialLook {
  readonly aspectRatio: SocialAspect
  readonly fit: SocialFit
  /** `#rrggbb` around the picture where it is padded. */
  readonly color: string
  /** Whether there is a file of text. */
  readonly hasText: boolean
  readonly logo: { readonly corner: LogoPlace; readonly size: number } | null
}

type LogoPlace = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

/** A caption comes and goes no later than this after its time, however seldom the source's picture changes. */
const LEAST_RATE = 24

/** The constant rate of a social clip: its source's own, or as many times that as are enough. */
function rateOf(video: VideoSource['video']): Rational {
  const own = frameRateFor(video)
  return { num: own.num * Math.max(1, Math.ceil(LEAST_RATE / fps(own) - 0.01)), den: own.den }
}

/**
 * The span drawn anew in its shape, in one run. It is read from the keyframe before it, since what is seen at its
 * beginning may be a picture from before.
 */
export function socialClipArgs(
  input: Input,
  source: VideoSource,
  span: Span,
  look: SocialLook,
  filters: ReadonlySet<string>,
  outputPath: string,
): string[] {
  const logo = look.logo === null ? [] : pinnedInput({ path: SOCIAL_LOGO, demuxer: 'png_pipe' })
  return [
    ...runArgs,
    ...['-noaccurate_seek', '-ss', seconds(Math.max(0, span.startS - ROUNDED_S)), ...pinnedInput(input)],
    ...logo,
    ...['-filter_complex', socialGraph(source, span, look, filters), '-map', '[out]'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:90000'],
    ...soundOf(source, span),
    ...output(outputPath),
  ]
}

/** What makes the picture, from the source's to `[out]`. */
export function socialGraph(
  { video }: VideoSource,
  { startS, endS }: Span,
  look: SocialLook,
  filters: ReadonlySet<string>,
): string {
  const display = displaySize(video)
  const size = socialSize(display, look.aspectRatio, look.fit)
  const rate = rateOf(video)
  const frames = Math.max(1, Math.round((endS - startS) * fps(rate)))
  const steady = `${pictureFilters(video, [], rate, filters).join()},tpad=stop=-1:stop_mode=clone,trim=end_frame=${frames}`
  const upright = `[0:${video.index}]${steady}`
  return [
    `${upright}${shaped(display, size, look)}[shaped]`,
    ...(look.logo === null ? [] : logoOf(look.logo, size)),
    `${look.logo === null ? '[shaped]' : '[marked]'}${look.hasText ? `ass=${SOCIAL_TEXT},` : ''}format=yuv420p[out]`,
  ].join(';')
}

/** Small enough that nothing of it can be recognised, large enough that its colours stay where they are. */
const BLURRED_PX = 24

function shaped(display: Size, size: Size, { fit, color }: SocialLook): string {
  const room = `${size.width}:${size.height}`
  const cover = covering(display, size)
  // Made small and large again is blurred, in any ffmpeg and in no time.
  const shorter = Math.min(cover.width, cover.height)
  const little = (pixels: number) => Math.max(2, Math.round((pixels * BLURRED_PX) / shorter))
  const whole = scaleTo(contained(display, size))
  switch (fit) {
    case 'crop':
      return `,${scaleTo(cover)},crop=${room},setsar=1`
    case 'pad':
      return `,${whole},pad=${room}:(ow-iw)/2:(oh-ih)/2:0x${color.slice(1)},setsar=1`
    case 'blur':
      return (
        `,split[back][front];[back]scale=${little(cover.width)}:${little(cover.height)}:flags=area,` +
        `${scaleTo(cover)},crop=${room},setsar=1[blurred];[front]${whole},setsar=1[whole];` +
        `[blurred][whole]overlay=(W-w)/2:(H-h)/2`
      )
  }
}

/** Of the shorter side: how far a logo stays away from the edges. */
const LOGO_MARGIN = 0.04
/** Of the height: what a tall logo has at most. */
const LOGO_HEIGHT = 0.25

function logoOf({ corner, size: percent }: NonNullable<SocialLook['logo']>, size: Size): string[] {
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

/** The track that plays by itself; platforms take no other. */
function soundOf(source: Source, { startS, endS }: Span): string[] {
  const tracks = planAudio(source)
  const track = tracks.find(({ isDefault }) => isDefault) ?? tracks[0]
  if (track === undefined) return []
  return [
    ...['-map', `0:${track.sourceIndex}`, '-c:a', 'aac', '-b:a', '160k'],
    ...['-af', `atrim=start=0:end=${seconds(endS - startS)},${soundFilters(track).join()}`],
  ]
}
