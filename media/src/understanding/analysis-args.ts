import { seconds } from '../clips/cut-args.ts'
import type { Size } from '../encode/filters.ts'
import { scaleTo } from '../encode/filters.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { Source, SourceVideo } from '../probe/probe.ts'
import { LOOK } from './frame-look.ts'

/** Rate of the audio that is listened to, in samples per second. */
export const SPEECH_RATE = 16_000
/** Rate of the frames in which text and people are searched, per second. */
export const FRAME_RATE = 3
/** Longer side of these frames: small text stays readable. */
const LONGER_PX = 1280
/** How these frames are encoded. */
export const FRAME_CODING = '-c:v libx264 -preset ultrafast -crf 18 -g 9 -f matroska'.split(' ')

/** Files that a run leaves for the next jobs. */
interface Outputs {
  readonly audio: string
  readonly frames: string
}

/** Size of the frames in which text and people are searched. */
export function frameSize({ displayWidth, displayHeight }: SourceVideo): Size {
  const ratio = Math.min(1, LONGER_PX / Math.max(displayWidth, displayHeight))
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * ratio) / 2))
  return { width: even(displayWidth), height: even(displayHeight) }
}

/** Filters of these frames. Each shows what the video shows at its time, not soon after, which may be another shot. */
export function storedFilters(video: SourceVideo): string {
  return `fps=${FRAME_RATE}:start_time=0:round=up,${scaleTo(frameSize(video))},format=yuv420p`
}

/** Reads a video once: small frames (`LOOK`) go to `pipe:3`, its main audio to a file of 16-bit samples at `SPEECH_RATE`,
 * and larger frames at `FRAME_RATE` to a Matroska file.
 * @param wanted what the source has and the analysis needs */
export function analysisArgs(
  input: Input,
  { video, audio }: Pick<Source, 'video' | 'audio'>,
  wanted: { readonly pictures: boolean; readonly audio: boolean; readonly frames: boolean },
  outputs: Outputs,
): string[] {
  const track = audio.find(({ isDefault }) => isDefault) ?? audio[0]
  const filter = `aresample=${SPEECH_RATE}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=mono`
  const small = `fps=${LOOK.rate}:start_time=0,scale=${LOOK.width}:${LOOK.height}:flags=area,format=yuv420p`
  return [
    ...runArgs,
    ...pinnedInput(input),
    ...(wanted.pictures && video !== null
      ? ['-map', `0:${video.index}`, '-vf', small, '-f', 'rawvideo', 'pipe:3']
      : []),
    ...(wanted.frames && video !== null
      ? ['-map', `0:${video.index}`, '-vf', storedFilters(video), ...FRAME_CODING, outputs.frames]
      : []),
    ...(wanted.audio && track !== undefined
      ? ['-map', `0:${track.index}`, '-af', filter, '-f', 's16le', outputs.audio]
      : []),
  ]
}

/** Writes the frames that a run left as raw pictures in which people are searched: RGB with 8 bits. */
export function searchedFramesArgs(framesPath: string, rate: number, size: Size, output: string): string[] {
  return [
    ...runArgs,
    ...storedFrames(framesPath),
    '-vf',
    `fps=${rate}:start_time=0:round=up,${scaleTo(size)},format=rgb24`,
    '-f',
    'rawvideo',
    output,
  ]
}

/** Side of the picture of a face, in pixels. */
const FACE_PX = 112
/** How much more than the face its picture shows. */
const FACE_MARGIN = 0.3

/** Writes the picture of a face as a JPEG file: a square around it.
 * @param face its place as shares of the frame */
export function faceArgs(
  framesPath: string,
  atS: number,
  frame: Size,
  face: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  output: string,
): string[] {
  const [width, height] = [face.width * frame.width, face.height * frame.height]
  const most = Math.min(frame.width, frame.height)
  const side = Math.max(2, Math.round(Math.min(most, Math.max(width, height) * (1 + 2 * FACE_MARGIN))))
  const within = (middle: number, whole: number) =>
    Math.round(Math.min(whole - side, Math.max(0, middle - side / 2)))
  const left = within(face.x * frame.width + width / 2, frame.width)
  const top = within(face.y * frame.height + height / 2, frame.height)
  return [
    ...runArgs,
    '-ss',
    seconds(Math.max(0, atS - 0.5 / FRAME_RATE)),
    ...storedFrames(framesPath),
    '-frames:v',
    '1',
    '-vf',
    `crop=${side}:${side}:${left}:${top},${scaleTo({ width: FACE_PX, height: FACE_PX })},format=yuvj420p`,
    '-c:v',
    'mjpeg',
    '-q:v',
    '4',
    '-f',
    'image2',
    '-update',
    '1',
    output,
  ]
}

/** Writes some of the frames that a run left as raw pictures of 8-bit brightness, one after another.
 * @param numbers of frames, in order */
export function settledFramesArgs(framesPath: string, numbers: readonly number[], output: string): string[] {
  const [first = 0] = numbers
  const chosen = numbers.map((number) => `eq(n\\,${number - first})`).join('+')
  const from = Math.max(0, (first - 0.5) / FRAME_RATE)
  return [
    ...runArgs,
    '-ss',
    seconds(from),
    ...storedFrames(framesPath),
    '-vf',
    `select='${chosen}',format=gray`,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    output,
  ]
}

function storedFrames(path: string): string[] {
  return pinnedInput({ path, demuxer: 'matroska' })
}
