import { messages, secondsOf, thumbnailLimits } from '@kinora/contract'
import {
  IMAGE_MAX_PIXELS,
  type ImageHeader,
  readImageHeader,
  uploadedImageArgs,
  uploadedLogoArgs,
} from '@kinora/media'
import type { Caller } from '../../../platform/auth.ts'
import { INPUT_NAME, renderImage } from '../../../platform/ffmpeg/index.ts'
import { problem } from '../../../platform/problem.ts'
import { inTurns } from '../../../platform/turns/turns.ts'
import { getContent } from '../contents/contents.ts'
import { beyondEndProblem } from '../contents/times.ts'
import type { ThumbnailRow } from '../images/thumbnail-view.ts'
import { storeThumbnail } from '../images/thumbnails.ts'
import type { Library } from '../library.ts'
import { getPlayableVideo, type PlayableVideo } from '../playable/playable-video.ts'
import { type Frame, gifFrame, stillFrame } from './frames.ts'

/** Separate from viewers' requests, so that neither blocks the other. */
const MAX_CONCURRENT_RENDERS = 2
const slots = inTurns({ count: MAX_CONCURRENT_RENDERS })

const GIF_FRAME_RATE = 15

type TimeInput = number | string

interface RequestedSize {
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
}

/** Stores the frame at a time. @throws problem not-found, in-trash, content-not-ready, no-picture, time-beyond-end */
export async function captureStill(
  library: Library,
  caller: Caller,
  contentId: string,
  given: { time: TimeInput; width?: number | undefined; height?: number | undefined },
): Promise<ThumbnailRow> {
  const video = await getDrawableVideo(library, caller, contentId)
  const timeS = secondsWithin(video, 'time', given.time)
  const asked = { ...fitOf(given), timeS, format: 'jpg' as const }
  return storeFrame(library, caller, stillFrame(library, video, asked), contentId, {
    kind: 'still',
    sourceId: video.sourceId,
    format: 'jpg',
    startS: timeS,
    endS: null,
  })
}

/** Stores a GIF. @throws problem like `captureStill`, and request-invalid if it is too long */
export async function captureGif(
  library: Library,
  caller: Caller,
  contentId: string,
  given: { start: TimeInput; end: TimeInput; width: number; height?: number | undefined },
): Promise<ThumbnailRow> {
  const video = await getDrawableVideo(library, caller, contentId)
  const startS = secondsWithin(video, 'start', given.start)
  const endS = secondsWithin(video, 'end', given.end)
  if (endS <= startS) throw endProblem(messages.afterStart)
  if (endS - startS > thumbnailLimits.gifSeconds) throw endProblem(messages.gifLength)
  const asked = { ...fitOf(given), startS, endS, frameRate: GIF_FRAME_RATE }
  return storeFrame(library, caller, gifFrame(library, video, asked), contentId, {
    kind: 'gif',
    sourceId: video.sourceId,
    format: 'gif',
    startS,
    endS,
  })
}

/** Stores an uploaded image. @throws problem not-found, in-trash, image-unreadable, image-too-small */
export async function storeUploadedThumbnail(
  library: Library,
  caller: Caller,
  contentId: string,
  { fileName, file }: { fileName: string; file: string },
): Promise<ThumbnailRow> {
  const content = await getContent(library.db, caller.scope.environmentId, contentId)
  if (content.trashedAt !== null) throw problem('in-trash')
  const rendered = await renderUploadedImage(library, file)
  const { width, height } = readHeader(rendered)
  return storeThumbnail(
    library,
    caller,
    contentId,
    {
      kind: 'still',
      origin: 'uploaded',
      format: 'jpg',
      width,
      height,
      fileName,
      sourceId: null,
      startS: null,
      endS: null,
    },
    async () => rendered,
  )
}

type RenderContext = Pick<Library, 'ffmpeg' | 'workFolder' | 'config'>

/** Renders an uploaded image as JPEG. @throws problem image-unreadable, image-too-small */
export function renderUploadedImage(library: RenderContext, file: string): Promise<Buffer> {
  return slots(() => renderUpload(library, Buffer.from(file, 'base64'), uploadedImageArgs, 'kept.jpg'))
}

/** Renders an uploaded logo as PNG. @throws problem image-unreadable, image-too-small */
export function renderLogo(library: Library, file: string): Promise<Buffer> {
  return slots(() => renderUpload(library, Buffer.from(file, 'base64'), uploadedLogoArgs, 'logo.png'))
}

const demuxers = { jpg: 'jpeg_pipe', png: 'png_pipe' } as const

/** Re-renders an upload in the format detected from its bytes, because uploaded bytes are never served. */
async function renderUpload(
  library: RenderContext,
  given: Buffer,
  argsOf: typeof uploadedImageArgs,
  output: string,
): Promise<Buffer> {
  const { format, orientation, ...size } = readHeader(given)
  const { width, height } = orientation > 4 ? { width: size.height, height: size.width } : size
  if (format === 'gif' || width * height > IMAGE_MAX_PIXELS) throw problem('image-unreadable')
  if (width < thumbnailLimits.leastWidth || height < thumbnailLimits.leastHeight)
    throw problem('image-too-small')
  const args = argsOf({ path: INPUT_NAME, demuxer: demuxers[format] }, orientation, output)
  return renderImage(library, given, { args, output })
}

function readHeader(bytes: Buffer): ImageHeader {
  const header = readImageHeader(bytes)
  if (header === null) throw problem('image-unreadable')
  return header
}

/** The video, if frames can be rendered from it. */
async function getDrawableVideo(
  { db }: Library,
  { scope }: Caller,
  contentId: string,
): Promise<PlayableVideo> {
  const content = await getContent(db, scope.environmentId, contentId)
  if (content.trashedAt !== null) throw problem('in-trash')
  const video = content.playable ? await getPlayableVideo(db, content.playbackId) : null
  if (video === null) throw problem('content-not-ready', { detail: 'It cannot be played yet' })
  if (video.display === null) throw problem('no-picture')
  return video
}

/** Seconds, rounded to milliseconds. @throws problem time-beyond-end */
function secondsWithin({ durationS }: PlayableVideo, field: string, time: TimeInput): number {
  const seconds = secondsOf(time)
  const beyond = field === 'end' ? seconds > durationS : seconds >= durationS
  if (beyond) throw beyondEndProblem(field)
  return Math.round(seconds * 1000) / 1000
}

/** The image keeps its aspect ratio unless both sides are given. */
function fitOf({ width = null, height = null }: RequestedSize) {
  const fitMode = width === null || height === null ? ('preserve' as const) : ('crop' as const)
  return { width, height, fitMode }
}

function storeFrame(
  library: Library,
  caller: Caller,
  frame: Frame,
  contentId: string,
  facts: Pick<ThumbnailRow, 'kind' | 'format' | 'sourceId' | 'startS' | 'endS'>,
): Promise<ThumbnailRow> {
  if (!frame.isAvailable)
    throw problem('content-not-ready', { detail: 'The video is not encoded up to this time yet' })
  const thumbnail = { ...facts, ...frame.size, origin: 'captured' as const, fileName: null }
  const read = (key: string) => library.storage.read(key)
  return storeThumbnail(library, caller, contentId, thumbnail, () => slots(() => frame.render(read)))
}

function endProblem(message: string) {
  return problem('request-invalid', { errors: [{ path: 'body.end', message }] })
}
