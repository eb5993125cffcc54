import { ROUNDING_S } from '../clips/cut.ts'
import { audioArgs, mp4Output, seconds } from '../clips/cut-args.ts'
import type { SocialAspect } from '../clips/social.ts'
import { socialSize } from '../clips/social.ts'
import { scaledVideo } from '../clips/social-args.ts'
import { SOCIAL_TEXT } from '../clips/social-text.ts'
import type { Size } from '../encode/filters.ts'
import { scaleTo, videoFilters } from '../encode/filters.ts'
import { displaySize } from '../images/still-args.ts'
import { frameRateFor } from '../probe/frame-rate.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { Source, SourceVideo, VideoSource } from '../probe/probe.ts'
import { fps } from '../probe/rational.ts'
import { countFrom, seekTo } from '../probe/seek.ts'
import type { Keyframe, Point, ShotPath } from './path.ts'
import { middleAt } from './path.ts'
import type { PathPiece } from './pieces.ts'
import type { Box } from './seen.ts'
import { cutsText } from './text-strip.ts'
import { keptInFrame, windowOf } from './window.ts'

/** Seconds between keyframes of the encoded video. */
const KEYFRAME_S = 2
/** Height of a half's window as a share of the frame: closer than the whole, so that each half shows one person. */
const HALF_SHARE = 0.62
/** Most height of a strip of text, as a share of the result. */
const MOST_STRIP = 0.3
/** How much smaller the picture under a strip becomes before it is enlarged again. */
const STRIP_BLUR = 24
/** The list of pieces in the folder of a render. */
export const PIECE_LIST = 'pieces.txt'

/** Encodes a piece in its shape, without audio. Reads from the keyframe before it, since the frame at its start may
 * begin earlier. Pieces have no B-frames, so that they can be joined without gaps.
 * @param hasCaptions whether there is a text file (`SOCIAL_TEXT`) */
export function pieceArgs(
  input: Input,
  { video }: VideoSource,
  piece: PathPiece,
  shape: SocialAspect,
  filters: ReadonlySet<string>,
  outputPath: string,
  hasCaptions = false,
): string[] {
  const seek = seekTo(input, piece.startS - ROUNDING_S)
  const rate = frameRateFor(video)
  const frames = [...countFrom(seek.leadS), ...videoFilters(video, [], rate, filters)]
  const steady = `${frames.join()},tpad=stop=-1:stop_mode=clone,trim=end_frame=${piece.frames}`
  return [
    ...runArgs,
    '-noaccurate_seek',
    ...seek.args,
    '-filter_complex',
    `[0:${video.index}]${steady}${shapeFilters(video, piece, shape)}${hasCaptions ? `,ass=${SOCIAL_TEXT}` : ''},format=yuv420p[out]`,
    '-map',
    '[out]',
    ...'-c:v libx264 -preset veryfast -crf 18 -profile:v high -bf 0 -sc_threshold 0'.split(' '),
    '-g',
    String(Math.round(KEYFRAME_S * fps(rate))),
    '-video_track_timescale',
    '90000',
    ...mp4Output(outputPath),
  ]
}

/** The list of pieces for ffmpeg's concat demuxer. */
export function portraitPieceList(
  video: SourceVideo,
  pieces: readonly { readonly name: string; readonly frames: number }[],
): string {
  const rate = fps(frameRateFor(video))
  return pieces.map(({ name, frames }) => `file ${name}\nduration ${seconds(frames / rate)}\n`).join('')
}

/** Joins the pieces and adds the audio of the source, which is copied if browsers can play it. */
export function joinPiecesArgs(input: Input, source: Source, outputPath: string): string[] {
  return [
    ...runArgs,
    '-protocol_whitelist',
    'file',
    '-f',
    'concat',
    '-i',
    PIECE_LIST,
    ...pinnedInput(input),
    '-map',
    '0:v',
    '-c:v',
    'copy',
    ...audioArgs(source, 1, 0),
    '-video_track_timescale',
    '90000',
    ...mp4Output(outputPath),
  ]
}

function shapeFilters(video: SourceVideo, piece: PathPiece, shape: SocialAspect): string {
  const display = displaySize(video)
  const size = socialSize(display, shape, 'crop')
  const { mode, keyframes, halves } = piece.shot
  if (mode === 'fit') return scaledVideo(display, size, { fit: 'blur', color: '#000000' })
  if (mode === 'split' && halves !== null) return splitFilters(display, size, halves)
  const { axis, share } = windowOf(display, shape)
  const moves = mode === 'hold' ? keyframes.slice(0, 1) : keyframes
  const length = axis === 'x' ? display.width : display.height
  const window = evenly(length * share, length)
  const crop = axis === 'x' ? { w: window, h: display.height } : { w: display.width, h: window }
  const at = positionOf(moves, piece, length, window)
  const [x, y] = axis === 'x' ? [at, '0'] : ['0', at]
  const picture = `crop=w=${crop.w}:h=${crop.h}:x='${x}':y='${y}':exact=1,${scaleTo(size)},setsar=1`
  const { text } = piece.shot
  const isCut = text !== null && cutsText(piece.shot, text, { axis, share })
  return isCut ? withTextStrip(picture, display, size, text) : `,${picture}`
}

/** A text on the window, in pixels: where it is in the frame, and where its strip is in the result. */
interface TextStrip {
  readonly from: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly to: Size
  /** The rows of the result that are blurred, because the window shows a part of the text there. */
  readonly top: number
  readonly covered: number
}

function stripOf(display: Size, size: Size, text: Box): TextStrip {
  const x = evenly(text.x * display.width, display.width - 2)
  const y = evenly(text.y * display.height, display.height - 2)
  const width = evenly(text.width * display.width, display.width - x)
  const height = evenly(text.height * display.height, display.height - y)
  const scale = Math.min(size.width / width, (MOST_STRIP * size.height) / height)
  const to = { width: evenly(width * scale, size.width), height: evenly(height * scale, size.height) }
  // The window has the full height of the frame.
  const cut = evenly((height * size.height) / display.height, size.height)
  const covered = Math.max(cut, to.height)
  const middle = ((y + height / 2) / display.height) * size.height
  const top = evenly(middle - covered / 2, size.height - covered)
  return { from: { x, y, width, height }, to, top, covered }
}

/** The room that a strip of text needs at the bottom of the result, as a share of its height. Null without a strip. */
export function stripRoom(video: SourceVideo, { mode, text }: ShotPath, shape: SocialAspect): number | null {
  const display = displaySize(video)
  if (text === null || mode === 'fit' || mode === 'split' || windowOf(display, shape).axis === 'y')
    return null
  const size = socialSize(display, shape, 'crop')
  return 1 - stripOf(display, size, text).top / size.height
}

/** Shows a text in full on the window: the part of it that the window shows is blurred. */
function withTextStrip(picture: string, display: Size, size: Size, text: Box): string {
  const { from, to, top, covered } = stripOf(display, size, text)
  const band = { width: size.width, height: covered }
  const small = (pixels: number) => Math.max(2, Math.round(pixels / STRIP_BLUR))
  const blurred = { width: small(band.width), height: small(band.height) }
  return (
    `,split[whole][words];[whole]${picture},split[picture][under];` +
    `[under]crop=${band.width}:${band.height}:0:${top},${scaleTo(blurred)},${scaleTo(band)},setsar=1[band];` +
    `[words]crop=${from.width}:${from.height}:${from.x}:${from.y}:exact=1,${scaleTo(to)},setsar=1[strip];` +
    `[picture][band]overlay=0:${top}[banded];` +
    `[banded][strip]overlay=(W-w)/2:${top + Math.floor((covered - to.height) / 2)}`
  )
}

/** The beginning of the window in pixels: one number, or an expression of the time in the piece. */
function positionOf(
  keyframes: readonly Keyframe[],
  piece: PathPiece,
  length: number,
  window: number,
): string {
  const pixelsOf = (middle: number) =>
    Math.min(length - window, Math.max(0, Math.round(middle * length - window / 2)))
  const local = (timeS: number) => pixelsOf(middleAt(keyframes, timeS))
  const { startS, endS } = piece
  const times = keyframes.map(({ timeS }) => timeS).filter((timeS) => timeS > startS && timeS < endS)
  let [atS, at] = [startS, local(startS)]
  const terms = [String(at)]
  for (const timeS of [...times, endS]) {
    const next = local(timeS)
    const share = `clip((t-${seconds(atS - startS)})/${seconds(timeS - atS)},0,1)`
    if (next !== at) terms.push(`${next - at}*${share}`)
    ;[atS, at] = [timeS, next]
  }
  return terms.join('+').replaceAll('+-', '-')
}

function splitFilters(display: Size, size: Size, halves: readonly [Point, Point]): string {
  const height = evenly(size.height / 2, size.height)
  const half = { width: size.width, height }
  const windowHeight = evenly(HALF_SHARE * display.height, display.height)
  const windowWidth = evenly((windowHeight * half.width) / half.height, display.width)
  const cropAt = ({ x, y }: Point) => {
    const from = (middle: number, window: number, length: number) =>
      Math.round(keptInFrame(middle, window / length) * length - window / 2)
    const [left, top] = [from(x, windowWidth, display.width), from(y, windowHeight, display.height)]
    return `crop=${windowWidth}:${windowHeight}:${left}:${top}:exact=1,${scaleTo(half)},setsar=1`
  }
  // Halves of an odd height leave two rows.
  const rest = size.height - 2 * height
  const filled = rest === 0 ? '' : `,pad=h=${size.height}`
  const [upper, lower] = halves.map(cropAt)
  return `,split[a][b];[a]${upper}[upper];[b]${lower}[lower];[upper][lower]vstack${filled}`
}

/** An even number of pixels, at most `most`. */
function evenly(pixels: number, most: number): number {
  return Math.min(Math.floor(most / 2) * 2, Math.max(2, Math.floor(pixels / 2) * 2))
}
