import { toImageColors } from '../encode/colors.ts'
import { scaleTo, videoFilters } from '../encode/filters.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput } from '../probe/input-args.ts'
import type { VideoSource } from '../probe/probe.ts'
import type { ImageRun } from './image-run.ts'
import { areKeyframesNear, displaySize, videoImage } from './still-args.ts'

/** An image of small frames, one per `intervalS` of the video, filled row by row. */
export interface Storyboard {
  intervalS: number
  tiles: number
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
}

const STORYBOARD = { maxTiles: 100, columns: 10, longSidePx: 256 } as const

/** For longer intervals, keyframes are accurate enough, and decoding only them is many times faster. For shorter
 * ones, unreferenced frames and the deblocking filter are skipped, which is invisible at this size and halves the
 * work. */
const keyframesOnlyFromS = 10

/** @param keyframeGapS longest time between keyframes, if known. With frequent keyframes, only these are decoded,
 * which is much faster */
export function planStoryboard(source: VideoSource, keyframeGapS: number | null = null): Storyboard {
  const { durationS, video } = source
  const gapS = areKeyframesNear(keyframeGapS) ? Math.ceil(keyframeGapS) : 0
  const intervalS = Math.max(1, gapS, Math.ceil(durationS / STORYBOARD.maxTiles))
  const tiles = Math.max(1, Math.ceil(durationS / intervalS))
  const { width, height } = displaySize(video)
  const scale = Math.min(1, STORYBOARD.longSidePx / Math.max(width, height))
  return {
    intervalS,
    tiles,
    columns: Math.min(tiles, STORYBOARD.columns),
    rows: Math.ceil(tiles / STORYBOARD.columns),
    tileWidth: Math.max(2, Math.round((width * scale) / 2) * 2),
    tileHeight: Math.max(2, Math.round((height * scale) / 2) * 2),
  }
}

/** Renders the storyboard as one JPEG. A tile shows a frame near the middle of its interval. */
export function storyboardRun(
  input: Input,
  source: VideoSource,
  board: Storyboard,
  filters: ReadonlySet<string>,
  outputPath: string,
  keyframeGapS: number | null = null,
): ImageRun {
  const tile = { width: board.tileWidth, height: board.tileHeight }
  const chain = [
    // A video shorter than one interval would yield no frame.
    `tpad=stop_mode=clone:stop_duration=${board.intervalS}`,
    `fps=1/${board.intervalS}:start_time=0`,
    ...videoFilters(source.video, [scaleTo(tile)], null, filters),
    // Audio can be longer than video: the last frame fills the rest.
    `tpad=stop_mode=clone:stop=${board.tiles}`,
    `tile=${board.columns}x${board.rows}:nb_frames=${board.tiles}`,
    ...toImageColors('jpg'),
  ]
  const skipped = needsOnlyKeyframes(board, keyframeGapS) ? 'nokey' : 'noref'
  return {
    read: ['-skip_frame', skipped, '-skip_loop_filter', 'all', ...pinnedInput(input)],
    write: videoImage(source, chain, 'jpg', outputPath),
  }
}

function needsOnlyKeyframes({ intervalS }: Storyboard, keyframeGapS: number | null): boolean {
  return intervalS >= keyframesOnlyFromS || (keyframeGapS !== null && keyframeGapS <= intervalS)
}

/** The storyboard as WebVTT for a player's scrubber: each cue refers to its tile with a media fragment. */
export function storyboardVtt(board: Storyboard, durationS: number, imageUrl: string): string {
  const { intervalS, columns, tileWidth, tileHeight } = board
  const cues = Array.from({ length: board.tiles }, (_, n) => {
    const endS = n === board.tiles - 1 ? Math.max(durationS, n * intervalS + 0.001) : (n + 1) * intervalS
    const x = (n % columns) * tileWidth
    const y = Math.floor(n / columns) * tileHeight
    return `${vttTime(n * intervalS)} --> ${vttTime(endS)}\n${imageUrl}#xywh=${x},${y},${tileWidth},${tileHeight}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

export function vttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  const hours = part(ms / 3_600_000, 2)
  return `${hours}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`
}
