import { median, percentile } from '../tools/measure.ts'
import { RATE, type Watched } from './watched-page.ts'

/** What joins of content and ads were like. */
export interface Joins {
  /** Ads after content. */
  readonly breaks: number
  readonly longestStallMs: number
  /** Breaks after which the content does not go on where it was, although the page saw all pictures. */
  readonly broken: number
  /** Frames that were lost or shown twice at the worst of them. */
  readonly worstFrames: number
  /** Breaks around which the page missed a picture, so nothing can be said. */
  readonly unseen: number
  /** Longest step of the timeline between two pictures that followed each other, in milliseconds. */
  readonly longestHoleMs: number
  /** Of pieces of content against the first one. */
  readonly offsetsMs: readonly number[]
}

/** From one keyframe of the live stream to the next: segments have whole ones. */
const KEYFRAMES = 50
/** Pictures until a player has found its place. */
const SETTLED = 10

interface Piece {
  readonly first: number
  readonly last: number
  readonly fromMs: number
  readonly toMs: number
}

/** @param isLive content is hidden by ads: whole segments, which are as long as so many frames */
export function joinsOf(watched: Watched, isLive: boolean): Joins {
  const { frames, stallsMs } = watched
  const pieces: Piece[] = []
  let [breaks, broken, worstFrames, unseen, longestHoleMs] = [0, 0, 0, 0, 0]
  let before: { frame: number; presented: number } | null = null
  let isInAd = false
  let missed = 0
  for (const [n, each] of frames.entries()) {
    const previous = frames[n - 1]
    // Each media source counts its frames from the start.
    const isSame = previous !== undefined && each.presented > previous.presented
    const skipped = previous === undefined ? 0 : each.presented - (isSame ? previous.presented : 0) - 1
    missed += skipped
    // The first steps are the way to the live edge.
    if (isSame && skipped === 0 && n > SETTLED)
      longestHoleMs = Math.max(longestHoleMs, (each.mediaS - previous.mediaS) * 1000)
    if (each.frame === null) {
      if (!isInAd && before !== null) breaks += 1
      isInAd = true
      continue
    }
    const { frame, shownMs } = each
    const piece = pieces.at(-1)
    if (isInAd || piece === undefined) {
      if (before !== null) {
        const wrong = wrongFrames(frame - before.frame - 1, isLive)
        if (wrong > 0 && missed === 0) {
          broken += 1
          worstFrames = Math.max(worstFrames, wrong)
        }
        if (wrong > 0 && missed > 0) unseen += 1
      }
      pieces.push({ first: frame, last: frame, fromMs: shownMs, toMs: shownMs })
    } else pieces[pieces.length - 1] = { ...piece, last: frame, toMs: shownMs }
    before = { frame, presented: each.presented }
    isInAd = false
    missed = 0
  }
  const longestStallMs = Math.max(0, ...stallsMs)
  const offsetsMs = offsetsOf(watched, pieces)
  return { breaks, longestStallMs, broken, worstFrames, unseen, longestHoleMs, offsetsMs }
}

/** Frames of the content that were lost or shown twice. @param step from the last frame before ads to the first after them */
function wrongFrames(step: number, isLive: boolean): number {
  if (!isLive || step < 0) return Math.abs(step)
  const beyond = step % KEYFRAMES
  return Math.min(beyond, KEYFRAMES - beyond)
}

/** How much later than its picture a tone was heard, per piece of content, against the first piece. */
function offsetsOf({ frames, beepsMs }: Watched, pieces: readonly Piece[]) {
  const content = frames.filter(({ frame }) => frame !== null)
  const offsets = pieces.flatMap(({ fromMs, toMs }) => {
    const inPiece = content.filter(({ shownMs }) => shownMs >= fromMs && shownMs <= toMs)
    const heard = beepsMs.filter((ms) => ms > fromMs + 100 && ms < toMs)
    const late = heard.flatMap((ms) => {
      const near = inPiece.toSorted((a, b) => Math.abs(a.shownMs - ms) - Math.abs(b.shownMs - ms)).slice(0, 7)
      if (near.length === 0) return []
      // Seconds of the content on the screen at that time.
      const onScreen = median(near.map(({ frame, shownMs }) => (frame ?? 0) / RATE + (ms - shownMs) / 1000))
      return [(onScreen - Math.round(onScreen)) * 1000]
    })
    return late.length === 0 ? [] : [median(late)]
  })
  const [first = 0] = offsets
  return offsets.slice(1).map((each) => Math.abs(each - first))
}

export const typical = (offsets: readonly number[]) => percentile(offsets, 0.5)
