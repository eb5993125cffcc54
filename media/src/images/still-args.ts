import { toImageColors } from '../encode/colors.ts'
import type { Fit, Size } from '../encode/filters.ts'
import { fitFilters, videoFilters } from '../encode/filters.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { SourceVideo, VideoSource } from '../probe/probe.ts'
import { countFrom, seekTo, trimLead } from '../probe/seek.ts'
import { type ImageRun, imageArgs } from './image-run.ts'

export type StillFormat = 'jpg' | 'png' | 'webp'
const POSTER = { maxWidth: 1280, candidateFrames: 50, candidateKeyframes: 5 } as const

/** Frames at this distance still represent the video. */
const maxGapS = 4

/** Whether keyframes are frequent enough. Decoding only keyframes is much faster. */
export function areKeyframesNear(keyframeGapS: number | null): keyframeGapS is number {
  return keyframeGapS !== null && keyframeGapS <= maxGapS
}

/** The poster: the most typical frame of those after the first tenth.
 * @param keyframeGapS longest time between keyframes, if known */
export function posterRun(
  input: Input,
  source: VideoSource,
  filters: ReadonlySet<string>,
  outputPath: string,
  keyframeGapS: number | null = null,
): ImageRun {
  const fit: Fit = { width: POSTER.maxWidth, height: null, fitMode: 'preserve' }
  // There may be no picture after the first one.
  const isHeld = source.video.heldUntilS !== undefined
  const tenthS = isHeld ? 0 : Math.min(source.durationS / 10, source.durationS - END_S)
  const { args: read, leadS } = seekTo(input, tenthS)
  const frames = areKeyframesNear(keyframeGapS)
    ? {
        // Starts at the keyframe before, since there may be none after. Its time would be before the start.
        decoding: ['-skip_frame', 'nokey', '-noaccurate_seek'],
        select: [
          ...(leadS > 0 ? [`trim=start=${Math.max(0, leadS - keyframeGapS).toFixed(3)}`] : []),
          `thumbnail=n=${POSTER.candidateKeyframes}`,
          'setpts=0',
        ],
      }
    : { decoding: [], select: [...trimLead(leadS), `thumbnail=n=${POSTER.candidateFrames}`] }
  return stillRun(source, { read, ...frames }, fit, 'jpg', filters, outputPath)
}

/** The frame at a time of the video. A time after the end returns the last frame. */
export function thumbnailArgs(
  input: Input,
  source: VideoSource,
  still: Fit & { timeS: number; format: StillFormat },
  filters: ReadonlySet<string>,
  outputPath: string,
): string[] {
  const { args: read, leadS } = seekTo(input, Math.min(still.timeS, source.durationS))
  const frames = { read, decoding: ['-noaccurate_seek'], select: shownFrom(leadS, STILL_RATE) }
  return imageArgs([stillRun(source, frames, still, still.format, filters, outputPath)])
}

/** A looping GIF of a span, with its own palette. */
export function gifArgs(
  input: Input,
  source: VideoSource,
  gif: Fit & { startS: number; endS: number; frameRate: number },
  filters: ReadonlySet<string>,
  outputPath: string,
): string[] {
  const startS = Math.min(gif.startS, source.durationS - 1 / gif.frameRate)
  const lengthS = Math.max(1 / gif.frameRate, gif.endS - startS)
  const seek = seekTo(input, startS, startS + lengthS)
  const chain = [
    ...shownFrom(seek.leadS, gif.frameRate),
    `trim=end_frame=${Math.max(1, Math.round(lengthS * gif.frameRate))}`,
    ...videoFilters(source.video, fitFilters(displaySize(source.video), gif), null, filters),
    ...toImageColors('gif'),
  ]
  const palette = 'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4'
  return [
    ...runArgs,
    '-noaccurate_seek',
    ...seek.args,
    '-filter_complex',
    `[0:${source.video.index}]${chain.join()},${palette}`,
    '-an',
    '-map_metadata',
    '-1',
    '-loop',
    '0',
    '-f',
    'gif',
    outputPath,
  ]
}

/** No uploaded image needs more pixels. A file that claims more is a decompression bomb. */
export const IMAGE_MAX_PIXELS = 40_000_000
const LOGO_PX = 256

/** One thread is fast enough for an image. Each further one reserves address space, which is limited for images. */
const oneThread = ['-threads', '1']
const singleThreaded = [...runArgs, ...oneThread, '-filter_threads', '1', '-filter_complex_threads', '1']
const maxPixels = ['-max_pixels', String(IMAGE_MAX_PIXELS)]

/** An image scaled into a square PNG with transparent padding. */
export function logoArgs(input: Input, outputPath: string): string[] {
  const side = `${LOGO_PX}:${LOGO_PX}`
  const chain = [
    `scale=${side}:force_original_aspect_ratio=decrease`,
    'format=rgba',
    `pad=${side}:(ow-iw)/2:(oh-ih)/2:color=black@0`,
  ]
  return [...singleThreaded, ...maxPixels, ...pinnedInput(input), ...pngOutput(chain, outputPath)]
}

/** Maximum display size of watermarks. */
const WATERMARK_PX = 1024

/** Re-encodes a watermark as a PNG with its transparency. */
export function watermarkArgs(input: Input, orientation: number, outputPath: string): string[] {
  const chain = [...uprightWithin(WATERMARK_PX, orientation), 'setsar=1', 'format=rgba']
  return [...uploadedInput(input), ...pngOutput(chain, outputPath)]
}

/** Filters for the eight orientations of Exif. */
const orientationFilters = [
  [],
  ['hflip'],
  ['hflip', 'vflip'],
  ['vflip'],
  ['transpose=cclock_flip'],
  ['transpose=clock'],
  ['transpose=clock_flip'],
  ['transpose=cclock'],
]

/** Scales into a square and then rotates, because rotating a large image takes twice its memory. */
function uprightWithin(sidePx: number, orientation: number): string[] {
  const within = `'min(iw,${sidePx})':'min(ih,${sidePx})':force_original_aspect_ratio=decrease`
  return [`scale=${within}`, ...(orientationFilters[orientation - 1] ?? [])]
}

/** Not every ffmpeg rotates images itself, and none rotates them twice. */
function uploadedInput(input: Input): string[] {
  return [...singleThreaded, '-noautorotate', ...maxPixels, ...pinnedInput(input)]
}

function pngOutput(chain: readonly string[], outputPath: string): string[] {
  return [
    '-vf',
    chain.join(),
    '-frames:v',
    '1',
    '-map_metadata',
    '-1',
    ...oneThread,
    '-f',
    'image2',
    '-update',
    '1',
    '-c:v',
    'png',
    outputPath,
  ]
}

/** Pixels of the longer side: enough for any poster. */
const UPLOADED_PX = 1920

/** Re-encodes an uploaded image as a JPEG, on white if it is transparent, and without metadata. */
export function uploadedImageArgs(input: Input, orientation: number, outputPath: string): string[] {
  const upright = uprightWithin(UPLOADED_PX, orientation).join()
  const chain = `${upright},setsar=1,format=rgba,split[a][b];[a]lutrgb=r=255:g=255:b=255:a=255[white];[white][b]overlay=format=gbrp`
  return [...uploadedInput(input), '-filter_complex', chain, ...oneThread, ...imageOutput('jpg', outputPath)]
}

/** The same as a PNG with its transparency. */
export function uploadedLogoArgs(input: Input, orientation: number, outputPath: string): string[] {
  const chain = [...uprightWithin(UPLOADED_PX, orientation), 'setsar=1', 'format=rgba']
  return [...uploadedInput(input), ...pngOutput(chain, outputPath)]
}

/** An image of ours of `size`, or its first frame, scaled to the requested size. */
export function scaledImageArgs(
  input: Input,
  size: Size,
  image: Fit & { format: StillFormat },
  outputPath: string,
): string[] {
  const chain = [...fitFilters(size, image), 'setsar=1']
  return [
    ...singleThreaded,
    ...pinnedInput(input),
    '-vf',
    chain.join(),
    ...oneThread,
    ...imageOutput(image.format, outputPath),
  ]
}

export function displaySize({ displayWidth, displayHeight }: SourceVideo): Size {
  return { width: displayWidth, height: displayHeight }
}

/** A seek after the last frame returns no frame, so the poster's stops half a second before the end. */
const END_S = 0.5

/** Starts at the picture that is on screen at `timeS`, which began earlier, and repeats it until the next one or for
 * ever. The keyframe before it must have been read. */
function shownFrom(leadS: number, rate: number): string[] {
  return [...countFrom(leadS), 'tpad=stop=-1:stop_mode=clone', `fps=${rate}:start_time=0`]
}

/** Times are rounded to milliseconds. */
const STILL_RATE = 1000

/** Filters the video of an input into an image file. */
export function videoImage(
  { video }: VideoSource,
  chain: readonly string[],
  format: StillFormat,
  outputPath: string,
): ImageRun['write'] {
  const output = ['-vf', chain.join(), ...imageOutput(format, outputPath)]
  return (input) => ['-map', `${input}:${video.index}`, ...output]
}

/** ffmpeg output arguments for a single image file. */
export function imageOutput(format: StillFormat, outputPath: string): string[] {
  const encoders = {
    jpg: ['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p'],
    png: ['-c:v', 'png', '-pix_fmt', 'rgb24'],
    webp: ['-c:v', 'libwebp', '-quality', '82'],
  }
  return [
    '-frames:v',
    '1',
    '-an',
    '-map_metadata',
    '-1',
    ...encoders[format],
    '-f',
    'image2',
    '-update',
    '1',
    outputPath,
  ]
}

function stillRun(
  source: VideoSource,
  { read, decoding, select }: { read: string[]; decoding: string[]; select: string[] },
  fit: Fit,
  format: StillFormat,
  filters: ReadonlySet<string>,
  outputPath: string,
): ImageRun {
  const image = videoFilters(source.video, fitFilters(displaySize(source.video), fit), null, filters)
  const chain = [...select, ...image, ...toImageColors(format)]
  return { read: [...decoding, ...read], write: videoImage(source, chain, format, outputPath) }
}
