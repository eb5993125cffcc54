import type { Input } from './input-args.ts'
import { pinnedInput } from './input-args.ts'

/** Arguments that read a file from a time on, or from `leadS` before it. Times in filters count from there. */
export interface Seek {
  readonly args: string[]
  readonly leadS: number
}

/** Containers without an index of keyframes: ffmpeg seeks to the first keyframe after the time. */
const withoutIndex = ['mpegts', 'avi']
/** Longer than a group of pictures, if the time between keyframes is unknown. */
const BACK_S = 20

/** Seeks so that the frame at `fromS` can be decoded. Reads until `untilS`, or to the end. */
export function seekTo(input: Input, fromS: number, untilS: number | null = null): Seek {
  const backS = withoutIndex.includes(input.demuxer) ? Math.max(BACK_S, 2 * (input.keyframeGapS ?? 0)) : 0
  const seekS = Math.max(0, fromS - backS)
  const length = untilS === null ? [] : ['-t', (untilS - seekS).toFixed(6)]
  return {
    args: ['-ss', seekS.toFixed(6), ...length, ...pinnedInput(input)],
    leadS: backS === 0 ? 0 : Math.max(0, fromS) - seekS,
  }
}

/** Counts times from `leadS` on. The time base of some containers is a whole frame, which is too coarse for that. */
export function countFrom(leadS: number): string[] {
  return leadS > 0 ? ['settb=AVTB', `setpts=PTS-${leadS.toFixed(6)}/TB`] : []
}

/** Drops the frames before `fromS` and counts times from `zeroS`, which is not before it. A frame between them begins
 * at zero. */
export function trimLead(fromS: number, zeroS = fromS): string[] {
  if (zeroS <= 0) return []
  return [
    `trim=start=${fromS.toFixed(6)}`,
    ...countFrom(zeroS),
    ...(fromS < zeroS ? ['setpts=max(PTS\\,0)'] : []),
  ]
}
