import { messages, secondsOf, thumbnailLimits } from '@kinora/contract'
import {
  IMAGE_MAX_PIXELS,
  type ImageHeader,
  readImageHeader,
  uploadedImageArgs,
  uploadedLogoArgs,
} from '@kinora/media'
import type { Caller } from '../../../platform/auth.ts'
import { FfmpegFailure, INPUT_NAME, type RunLimits, runOnBytes } from '../../../platform/ffmpeg/index.ts'
import { limitConcurrency } from '../../../platform/jobs/slots.ts'
import { problem } from '../../../platform/problem.ts'
import { contentOf } from '../contents/contents.ts'
import { beyondEnd } from '../contents/times.ts'
import type { Library } from '../library.ts'
import { type PlayableVideo, playableVideo } from '../playback/playable-video.ts'
import { type Frame, gifFrame, stillFrame } from './frames.ts'
import type { ThumbnailRow } from './thumbnail-view.ts'
import { keepPicture } from './thumbnails.ts'

/** Apart from what viewers ask for, so that neither keeps the other waiting. */
const DRAWN_AT_ONCE = 2
const slots = limitConcurrency(DRAWN_AT_ONCE)

const GIF_FRAME_RATE = 15

type Place = number | string

interface Sides {
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
}

/** Keeps the picture at a time. @throws problem not-found, in-trash, content-not-ready, no-picture, time-beyond-end */
export async function captureStill(
  library: Library,
  caller: Caller,
  contentId: string,
  given: { time: Place; width?: number | undefined; height?: number | undefined },
): Promise<ThumbnailRow> {
  const video = await drawable(library, caller, contentId)
  const timeS = placeWithin(video, 'time', given.time)
  const asked = { ...fitOf(given), timeS, format: 'jpg' as const }
  return keepFrame(library, caller, stillFrame(library, video, asked), contentId, {
    kind: 'still',
    sourceId: video.sourceId,
    format: 'jpg',
    startS: timeS,
    endS: null,
  })
}

/** Keeps a moving picture. @throws problem as `captureStill` does, and request-invalid where it is too long */
export async function captureGif(
  library: Library,
  caller: Caller,
  contentId: string,
  given: { start: Place; end: Place; width: number; height?: number | undefined },
): Promise<ThumbnailRow> {
  const video = await drawable(library, caller, contentId)
  const startS = placeWithin(video, 'start', given.start)
  const endS = placeWithin(video, 'end', given.end)
  if (endS <= startS) throw wrongEnd(messages.afterStart)
  if (endS - startS > thumbnailLimits.gifSeconds) throw wrongEnd(messages.gifLength)
  const asked = { ...fitOf(given), startS, endS, frameRate: GIF_FRAME_RATE }
  return keepFrame(library, caller, gifFrame(library, video, asked), contentId, {
    kind: 'gif',
    sourceId: video.sourceId,
    format: 'gif',
    startS,
    endS,
  })
}

/** Keeps a picture that was sent. @throws problem not-found, in-trash, image-unreadable, image-too-small */
export async function keepUpload(
  library: Library,
  caller: Caller,
  contentId: string,
  { fileName, file }: { fileName: string; file: string },
): Promise<ThumbnailRow> {
  const content = await contentOf(library.db, caller.scope.environmentId, contentId)
  if (content.trashedAt !== null) throw problem('in-trash')
  const drawn = await slots(() =>
    drawUpload(library, Buffer.from(file, 'base64'), uploadedImageArgs, 'kept.jpg'),
  )
  const { width, height } = readableHeader(drawn)
  return keepPicture(
    library,
    caller,
    contentId,
    {
      ...{ kind: 'still', origin: 'uploaded', format: 'jpg', width, height, fileName },
      ...{ sourceId: null, startS: null, endS: null },
    },
    async () => drawn,
  )
}

/** A picture that was sent as a PNG to draw over others. @throws problem image-unreadable, image-too-small */
export function drawLogo(library: Library, file: string): Promise<Buffer> {
  return slots(() => drawUpload(library, Buffer.from(file, 'base64'), uploadedLogoArgs, 'logo.png'))
}

const uploadLimits: RunLimits = {
  wallMs: 20_000,
  cpuS: 10,
  memoryBytes: 1024 ** 3,
  outputBytes: 8 * 1024 ** 2,
  noProgressMs: 20_000,
}
const demuxers = { jpg: 'jpeg_pipe', png: 'png_pipe' } as const

/** Draws it anew by what its own bytes say it is: what is served is never what was sent. */
async function drawUpload(
  { ffmpeg, workFolder }: Library,
  given: Buffer,
  argsOf: typeof uploadedImageArgs,
  output: string,
): Promise<Buffer> {
  const { format, orientation, ...size } = readableHeader(given)
  const { width, height } = orientation > 4 ? { width: size.height, height: size.width } : size
  if (format === 'gif' || width * height > IMAGE_MAX_PIXELS) throw problem('image-unreadable')
  if (width < thumbnailLimits.leastWidth || height < thumbnailLimits.leastHeight)
    throw problem('image-too-small')
  const args = argsOf({ path: INPUT_NAME, demuxer: demuxers[format] }, orientation, output)
  try {
    return await runOnBytes(ffmpeg, workFolder, given, { args, output, limits: uploadLimits })
  } catch (error) {
    if (error instanceof FfmpegFailure) throw problem('image-unreadable')
    throw error
  }
}

function readableHeader(bytes: Buffer): ImageHeader {
  const header = readImageHeader(bytes)
  if (header === null) throw problem('image-unreadable')
  return header
}

/** The video where pictures can be drawn of it. */
async function drawable({ db }: Library, { scope }: Caller, contentId: string): Promise<PlayableVideo> {
  const content = await contentOf(db, scope.environmentId, contentId)
  if (content.trashedAt !== null) throw problem('in-trash')
  const video = content.playable ? await playableVideo(db, content.playbackId) : null
  if (video === null) throw problem('content-not-ready', { detail: 'It cannot be played yet' })
  if (video.display === null) throw problem('no-picture')
  return video
}

/** Seconds, to the millisecond. @throws problem time-beyond-end */
function placeWithin({ durationS }: PlayableVideo, field: string, place: Place): number {
  const seconds = secondsOf(place)
  const beyond = field === 'end' ? seconds > durationS : seconds >= durationS
  if (beyond) throw beyondEnd(field)
  return Math.round(seconds * 1000) / 1000
}

/** The picture keeps its shape unless both sides are given. */
function fitOf({ width = null, height = null }: Sides) {
  const fitMode = width === null || height === null ? ('preserve' as const) : ('crop' as const)
  return { width, height, fitMode }
}

function keepFrame(
  library: Library,
  caller: Caller,
  frame: Frame,
  contentId: string,
  what: Pick<ThumbnailRow, 'kind' | 'format' | 'sourceId' | 'startS' | 'endS'>,
): Promise<ThumbnailRow> {
  if (!frame.isThere) throw problem('content-not-ready', { detail: 'It is not made that far yet' })
  const picture = { ...what, ...frame.size, origin: 'captured' as const, fileName: null }
  const read = (key: string) => library.storage.read(key)
  return keepPicture(library, caller, contentId, picture, () => slots(() => frame.render(read)))
}

function wrongEnd(message: string) {
  return problem('request-invalid', { errors: [{ path: 'body.end', message }] })
}
