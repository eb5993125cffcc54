import type { Size } from '../encode/filters.ts'
import { scaleTo } from '../encode/filters.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { SourceVideo } from '../probe/probe.ts'
import { FRAME_CODING, storedFilters } from '../understanding/analysis-args.ts'
import { LOOK } from '../understanding/frame-look.ts'
import { SEEN_RATE } from './seen.ts'

/** Longer side of the frames in which people are searched. The models see 256 pixels. */
const LONGER_PX = 384

/** Size of the frames in which people are searched. */
export function seenSize({ displayWidth, displayHeight }: SourceVideo): Size {
  const ratio = LONGER_PX / Math.max(displayWidth, displayHeight)
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * ratio) / 2))
  return { width: even(displayWidth), height: even(displayHeight) }
}

/** Reads a video once: small frames (`LOOK`) go to `pipe:3`, raw frames in which people are searched to a file, and those in
 * which text is searched to a Matroska file. */
export function lookArgs(
  input: Input,
  video: SourceVideo,
  { framesPath, textFramesPath }: { readonly framesPath: string; readonly textFramesPath: string | null },
): string[] {
  const small = `fps=${LOOK.rate}:start_time=0,scale=${LOOK.width}:${LOOK.height}:flags=area,format=yuv420p`
  const searched = `fps=${SEEN_RATE}:start_time=0,${scaleTo(seenSize(video))},format=rgb24`
  const branches = [`[a]${small}[small]`, `[b]${searched}[searched]`]
  if (textFramesPath !== null) branches.push(`[c]${storedFilters(video)}[text]`)
  const graph = `[0:${video.index}]split=${branches.length}[a][b]${textFramesPath === null ? '' : '[c]'};${branches.join(';')}`
  return [
    ...runArgs,
    ...pinnedInput(input),
    '-filter_complex',
    graph,
    '-map',
    '[small]',
    '-f',
    'rawvideo',
    'pipe:3',
    '-map',
    '[searched]',
    '-f',
    'rawvideo',
    framesPath,
    ...(textFramesPath === null ? [] : ['-map', '[text]', ...FRAME_CODING, textFramesPath]),
  ]
}
