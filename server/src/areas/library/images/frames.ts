import { thumbnailLimits } from '@kinora/contract'
import {
  decodeEarlier,
  type Fit,
  fittedSize,
  gifArgs,
  reorderTicksOf,
  type Size,
  thumbnailArgs,
  type VideoSource,
} from '@kinora/media'
import { drawFrom, GIVEN } from '../../../platform/ffmpeg/index.ts'
import { problem } from '../../../platform/problem.ts'
import type { PlayableRendition } from '../encoding-profiles/tables.ts'
import { pictureLimits } from '../files/limits.ts'
import { initKey, segmentKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import type { Playback } from '../playback/playback.ts'

/** Moving pictures are small: a rung of about this many lines is sharp enough. */
const GIF_LINES = 360

export type StillAsked = Parameters<typeof thumbnailArgs>[2]
export type GifAsked = Parameters<typeof gifArgs>[2]

/** Reads an object of the storage; null if it is not there. */
type Read = (key: string) => Promise<Buffer | null>

/** A picture out of a video, planned and not yet drawn. */
export interface Frame {
  /** The same for the same picture. While a video grows, the same time can come to be another one. */
  readonly key: string
  readonly size: Size
  /** False while the video does not reach that far yet: it would be an earlier picture. */
  readonly isThere: boolean
  draw(read: Read): Promise<Buffer>
}

/** A picture at a time, out of the one segment that holds it. @throws problem not-found where there are no pictures */
export function stillFrame(library: Library, playback: Playback, still: StillAsked): Frame {
  const rendition = sharpFor(playback, still, still.timeS)
  const span = spanOf(playback, rendition, still.timeS, still.timeS)
  const output = `still.${still.format}`
  const within = { ...still, timeS: still.timeS - span.startS }
  const { filters } = library.ffmpeg.capabilities
  return {
    ...factsOf(span, still, still.timeS),
    draw: (read) =>
      draw(library, span, read, output, (source) => thumbnailArgs(input, source, within, filters, output)),
  }
}

/** A moving picture of a stretch. @throws problem not-found where there are no pictures */
export function gifFrame(library: Library, playback: Playback, gif: GifAsked): Frame {
  const endS = Math.min(gif.endS, gif.startS + thumbnailLimits.gifSeconds, playback.durationS)
  const rendition = reaching(playback, endS).findLast(
    ({ width, height }) => Math.min(width, height) <= GIF_LINES,
  )
  const span = spanOf(playback, rendition ?? smallest(playback), gif.startS, endS)
  const output = 'moving.gif'
  const within = { ...gif, startS: gif.startS - span.startS, endS: endS - span.startS }
  const { filters } = library.ffmpeg.capabilities
  return {
    ...factsOf(span, gif, endS),
    draw: (read) =>
      draw(library, span, read, output, (source) => gifArgs(input, source, within, filters, output)),
  }
}

const input = { path: GIVEN, demuxer: 'mov' }

interface Span {
  readonly playback: Playback
  readonly rendition: PlayableRendition
  /** First and last segment. */
  readonly from: number
  readonly to: number
  readonly startS: number
  readonly durationS: number
}

/** The smallest rendition that need not be enlarged for it, or else the largest. */
function sharpFor(playback: Playback, { width, height }: Fit, timeS: number): PlayableRendition {
  const all = reaching(playback, timeS)
  const isSharp = (rendition: PlayableRendition) =>
    rendition.width >= (width ?? 0) && rendition.height >= (height ?? 0)
  const isSized = width !== null || height !== null
  return (isSized ? all.find(isSharp) : undefined) ?? all.at(-1) ?? smallest(playback)
}

/** Renditions that have the time already and are quick to decode, small to large. */
function reaching({ renditions }: Playback, timeS: number): PlayableRendition[] {
  return renditions.filter((each) => each.codec === 'h264' && (each.ended || lengthOf(each) > timeS))
}

function smallest({ renditions }: Playback): PlayableRendition {
  const found = renditions.find(({ codec }) => codec === 'h264')
  if (found === undefined) throw problem('not-found')
  return found
}

function lengthOf({ segments }: PlayableRendition): number {
  return segments.reduce((sum, [seconds]) => sum + seconds, 0)
}

function spanOf(playback: Playback, rendition: PlayableRendition, fromS: number, toS: number): Span {
  let atS = 0
  let from = 0
  let startS = 0
  let to = 0
  for (const [n, [durationS]] of rendition.segments.entries()) {
    if (atS <= fromS) {
      from = n
      startS = atS
    }
    if (atS <= toS) to = n
    atS += durationS
  }
  const durationS = rendition.segments.slice(from, to + 1).reduce((sum, [seconds]) => sum + seconds, 0)
  return { playback, rendition, from, to, startS, durationS }
}

function factsOf({ rendition, from, to }: Span, asked: StillAsked | GifAsked, toS: number) {
  return {
    key: JSON.stringify([rendition.filesId, from, to, asked]),
    size: fittedSize(rendition, asked),
    isThere: rendition.ended || lengthOf(rendition) > toS,
  }
}

async function draw(
  { ffmpeg, workFolder }: Library,
  span: Span,
  read: Read,
  output: string,
  argsOf: (source: VideoSource) => string[],
): Promise<Buffer> {
  const args = argsOf(sourceOf(span))
  return drawFrom(ffmpeg, workFolder, await bytesOf(span, read), { args, output, limits: pictureLimits })
}

async function bytesOf({ playback, rendition, from, to }: Span, read: Read): Promise<Buffer> {
  const { contentId } = playback
  const keys = [initKey(contentId, rendition.filesId)]
  for (let n = from; n <= to; n++) keys.push(segmentKey(contentId, rendition.filesId, n))
  const parts = await Promise.all(keys.map(read))
  if (parts.includes(null)) throw problem('not-found')
  const joined = Buffer.concat(parts.filter((part) => part !== null))
  decodeEarlier(joined, reorderTicksOf(joined))
  return joined
}

/** What a rendition's own segments are: upright, square, progressive H.264. */
function sourceOf({ playback, rendition, durationS }: Span): VideoSource {
  const { width, height } = rendition
  const frameRate = { num: Math.round(rendition.frameRate * 1000), den: 1000 }
  return {
    container: 'mov',
    durationS,
    startTimeS: 0,
    sizeBytes: 0,
    bitrate: 0,
    audio: [],
    video: {
      index: 0,
      codec: 'h264',
      profile: 'High',
      level: 0,
      pixFmt: 'yuv420p',
      width,
      height,
      displayWidth: width,
      displayHeight: height,
      rotation: 0,
      sampleAspect: { num: 1, den: 1 },
      frameRate,
      rFrameRate: frameRate,
      isVfr: rendition.isOriginal && playback.isVfr,
      isInterlaced: false,
      colorTransfer: '',
      colorPrimaries: '',
      colorSpace: '',
      isHdr: false,
      hasBFrames: true,
      startTimeS: 0,
      bitrate: 0,
    },
  }
}
