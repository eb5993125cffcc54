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
import { FfmpegFailure, INPUT_NAME, runOnBytes } from '../../../platform/ffmpeg/index.ts'
import { imageLimits } from '../../../platform/ffmpeg/limits.ts'
import { problem } from '../../../platform/problem.ts'
import type { RenderedImage } from '../../delivery/index.ts'
import { initKey, segmentKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import type { PlayableRendition, PlayableVideo } from '../playable/playable-video.ts'
import { initOf, segmentAt } from '../playable/segment-timeline.ts'

/** GIFs are small, so a rendition of about this many lines is sufficient. */
const GIF_LINES = 360

export type StillRequest = Parameters<typeof thumbnailArgs>[2]
export type GifRequest = Parameters<typeof gifArgs>[2]

/** Reads an object of the storage; null if it does not exist. */
type Read = (key: string) => Promise<Buffer | null>

/** A frame or GIF of a video, planned but not yet rendered. */
export interface Frame extends RenderedImage {
  readonly size: Size
  /** False if the growing video does not reach the time yet: the result would be an earlier frame. */
  readonly isAvailable: boolean
}

/** A frame at a time, from the one segment that contains it. @throws problem not-found if there is no video track */
export function stillFrame(library: Library, video: PlayableVideo, still: StillRequest): Frame {
  const rendition = chooseRendition(video, still, still.timeS)
  const span = spanOf(video, rendition, still.timeS, still.timeS)
  const output = `still.${still.format}`
  const relative = { ...still, timeS: still.timeS - span.startS }
  const { filters } = library.ffmpeg.capabilities
  return {
    ...factsOf(span, still, still.timeS),
    render: (read) =>
      draw(library, span, read, output, (source) => thumbnailArgs(input, source, relative, filters, output)),
  }
}

/** A GIF of a span. @throws problem not-found if there is no video track */
export function gifFrame(library: Library, video: PlayableVideo, gif: GifRequest): Frame {
  const endS = Math.min(gif.endS, gif.startS + thumbnailLimits.gifSeconds, video.durationS)
  const rendition = renditionsReaching(video, endS).findLast(
    ({ width, height }) => Math.min(width, height) <= GIF_LINES,
  )
  const span = spanOf(video, rendition ?? smallest(video), gif.startS, endS)
  const output = 'moving.gif'
  const relative = { ...gif, startS: gif.startS - span.startS, endS: endS - span.startS }
  const { filters } = library.ffmpeg.capabilities
  return {
    ...factsOf(span, gif, endS),
    render: (read) =>
      draw(library, span, read, output, (source) => gifArgs(input, source, relative, filters, output)),
  }
}

const input = { path: INPUT_NAME, demuxer: 'mov' }

interface Span {
  readonly video: PlayableVideo
  readonly rendition: PlayableRendition
  /** First and last segment. */
  readonly from: number
  readonly to: number
  readonly startS: number
  readonly durationS: number
}

/** The smallest rendition that need not be enlarged, or else the largest. */
function chooseRendition(video: PlayableVideo, { width, height }: Fit, timeS: number): PlayableRendition {
  const all = renditionsReaching(video, timeS)
  const isSharp = (rendition: PlayableRendition) =>
    rendition.width >= (width ?? 0) && rendition.height >= (height ?? 0)
  const isSized = width !== null || height !== null
  return (isSized ? all.find(isSharp) : undefined) ?? all.at(-1) ?? smallest(video)
}

/** H.264 renditions that already reach the time, small to large; other codecs are slow to decode. */
function renditionsReaching({ renditions }: PlayableVideo, timeS: number): PlayableRendition[] {
  return renditions.filter((each) => each.codec === 'h264' && (each.ended || durationOf(each) > timeS))
}

function smallest({ renditions }: PlayableVideo): PlayableRendition {
  const found = renditions.find(({ codec }) => codec === 'h264')
  if (found === undefined) throw problem('not-found')
  return found
}

function durationOf({ segments }: PlayableRendition): number {
  return segments.totals.durationS
}

function spanOf(video: PlayableVideo, rendition: PlayableRendition, fromS: number, toS: number): Span {
  const { segments } = rendition
  const from = segmentAt(segments, fromS)
  const to = segmentAt(segments, toS)
  const startS = segments.startsS[from] ?? 0
  const endS = (segments.startsS[to] ?? 0) + (segments.durationsS[to] ?? 0)
  return { video, rendition, from, to, startS, durationS: endS - startS }
}

function factsOf({ rendition, from, to }: Span, request: StillRequest | GifRequest, toS: number) {
  return {
    // While a video grows, the same time can become another frame.
    identity: JSON.stringify([rendition.outputId, from, to, request]),
    size: fittedSize(rendition, request),
    isAvailable: rendition.ended || durationOf(rendition) > toS,
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
  const bytes = await bytesOf(span, read)
  try {
    return await runOnBytes(ffmpeg, workFolder, bytes, { args, output, limits: imageLimits })
  } catch (error) {
    if (error instanceof FfmpegFailure && error.reason === 'invalid-data')
      throw problem('not-found', { detail: 'No frame of the video can be decoded at this time' })
    throw error
  }
}

async function bytesOf({ video, rendition, from, to }: Span, read: Read): Promise<Buffer> {
  const { contentId } = video
  const keys = [initKey(contentId, rendition.outputId, initOf(rendition.segments, from))]
  for (let n = from; n <= to; n++) keys.push(segmentKey(contentId, rendition.outputId, n))
  const parts = await Promise.all(keys.map(read))
  if (parts.includes(null)) throw problem('not-found')
  const joined = Buffer.concat(parts.filter((part) => part !== null))
  decodeEarlier(joined, reorderTicksOf(joined))
  return joined
}

/** The properties of our own segments: upright, square pixels, progressive, H.264. */
function sourceOf({ video, rendition, durationS }: Span): VideoSource {
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
      width,
      height,
      displayWidth: width,
      displayHeight: height,
      rotation: 0,
      sampleAspect: { num: 1, den: 1 },
      frameRate,
      rFrameRate: frameRate,
      ...(rendition.isOriginal ? video.colors : { pixFmt: 'yuv420p', colorSpace: 'bt709' }),
      isVfr: rendition.isOriginal && video.isVfr,
      isInterlaced: false,
      colorTransfer: '',
      colorPrimaries: '',
      isHdr: false,
      hasBFrames: true,
      startTimeS: 0,
      bitrate: 0,
    },
  }
}
