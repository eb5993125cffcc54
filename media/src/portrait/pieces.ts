import { frameRateFor } from '../probe/frame-rate.ts'
import type { SourceVideo } from '../probe/probe.ts'
import { fps } from '../probe/rational.ts'
import type { ShotPath } from './path.ts'

/** A part of the result that is rendered alone, so that a change renders only what it concerns. */
export interface PathPiece {
  readonly shot: ShotPath
  readonly startFrame: number
  readonly frames: number
  readonly startS: number
  readonly endS: number
}

/** Longest piece. An interrupted render loses at most one. */
const MOST_S = 60

/** Cuts the path into pieces: a shot, or a part of a long one. The pieces have every frame of the video once. */
export function planPieces(video: SourceVideo, shots: readonly ShotPath[], durationS: number): PathPiece[] {
  const rate = fps(frameRateFor(video))
  const frameAt = (timeS: number) => Math.round(timeS * rate)
  const count = Math.max(1, frameAt(durationS))
  const starts = shots.map(({ startS }, n) => (n === 0 ? 0 : Math.min(count, frameAt(startS))))
  return shots.flatMap((shot, n) => {
    const [from = 0, to = count] = [starts[n], starts[n + 1]]
    const parts = Math.ceil((to - from) / (MOST_S * rate))
    const boundaries = Array.from({ length: parts + 1 }, (_, part) =>
      Math.round(from + ((to - from) * part) / parts),
    )
    return boundaries.slice(0, -1).map((startFrame, part): PathPiece => {
      const frames = (boundaries[part + 1] ?? startFrame) - startFrame
      return { shot, startFrame, frames, startS: startFrame / rate, endS: (startFrame + frames) / rate }
    })
  })
}
