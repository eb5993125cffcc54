import { median, percentile } from '../tools/measure.ts'
import { RATE, type Watched } from './watched-page.ts'

/** Measurements at the joins of content and ads. */
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
  /** Time offsets of the pieces of content, relative to the first one. */
  readonly offsetsMs: readonly number[]
}

/** From one keyframe of the live stream to the next: segments have whole ones. */
const KEYFRAMES = 50
/** Pictures until a player has found its place. */
const SETTLED = 10
/** Readings of clocks and frames that are compared. */
const NEAR_S = 0.3
const NEIGHBORS = 4
const MIN_READINGS = 7

interface Piece {
  readonly fromMs: number
  readonly toMs: number
}

/** @param isLive ads hide content: whole segments */
export function joinsOf(watched: Watched, isLive: boolean): Joins {
  const { stallsMs } = watched
  const frames = numberedByTime(watched.frames)
  const pieces: Piece[] = []
  let [breaks, broken, worstFrames, unseen, longestHoleMs] = [0, 0, 0, 0, 0]
  let before: number | null = null
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
        const wrong = isLive ? wrongLiveFrames(before, frame) : Math.abs(frame - before - 1)
        if (wrong > 0 && missed === 0) {
          broken += 1
          worstFrames = Math.max(worstFrames, wrong)
        }
        if (wrong > 0 && missed > 0) unseen += 1
      }
      pieces.push({ fromMs: shownMs, toMs: shownMs })
    } else pieces[pieces.length - 1] = { ...piece, toMs: shownMs }
    before = frame
    isInAd = false
    missed = 0
  }
  const longestStallMs = Math.max(0, ...stallsMs)
  const offsetsMs = offsetsOf(watched, pieces)
  return { breaks, longestStallMs, broken, worstFrames, unseen, longestHoleMs, offsetsMs }
}

/** The page can draw the frame after the one that it was called for, so numbers are those that most frames nearby agree on. */
function numberedByTime(frames: Watched['frames']): Watched['frames'] {
  return frames.map((each, n) => {
    if (each.frame === null) return each
    const around = frames.slice(Math.max(0, n - NEIGHBORS), n + NEIGHBORS + 1)
    const numbers = around.flatMap(({ frame, mediaS }) => {
      const aheadS = mediaS - each.mediaS
      return frame === null || Math.abs(aheadS) > NEAR_S ? [] : [frame - Math.round(aheadS * RATE)]
    })
    return { ...each, frame: Math.round(median(numbers)) }
  })
}

/**
 * Frames of a live stream that were lost before a break or at the return, or shown twice. Guided players show some frames that
 * the break would hide: these are neither.
 * @param last before the ads @param first after them
 */
function wrongLiveFrames(last: number, first: number): number {
  const twice = Math.max(0, last + 1 - first)
  const [lostBefore, lostAfter] = [KEYFRAMES - 1 - (last % KEYFRAMES), first % KEYFRAMES]
  return twice + [lostBefore, lostAfter].filter((lost) => lost < KEYFRAMES / 2).reduce((a, b) => a + b)
}

/** How much later than its frame a tone was heard, per piece of content, against the first piece. Both are compared with the
 * time of the media, because the clocks of the page and of the audio stand still at different moments. */
function offsetsOf({ frames, beepsS, clocks }: Watched, pieces: readonly Piece[]) {
  const content = frames.filter(({ frame }) => frame !== null)
  const offsets = pieces.flatMap(({ fromMs, toMs }) => {
    const inPiece = content.filter(({ shownMs }) => shownMs >= fromMs && shownMs <= toMs)
    const during = clocks.filter(({ pageMs }) => pageMs >= fromMs && pageMs <= toMs)
    const late = beepsS.flatMap((heardS) => {
      const near = during.filter(({ audioS }) => Math.abs(audioS - heardS) < NEAR_S)
      const [reading] = near
      if (near.length < MIN_READINGS || reading === undefined) return []
      const heardMediaS = heardS + median(near.map(({ mediaS, audioS }) => mediaS - audioS))
      const pageMs = reading.pageMs + (heardS - reading.audioS) * 1000
      const shown = inPiece.toSorted(byNearness(({ shownMs }) => shownMs - pageMs)).slice(0, MIN_READINGS)
      const onScreen = median(
        shown.map(({ frame, mediaS, shownMs }) => {
          const [clock = reading] = during.toSorted(byNearness((each) => each.pageMs - shownMs))
          const lagS = clock.mediaS + (shownMs - clock.pageMs) / 1000 - mediaS
          return (frame ?? 0) / RATE + heardMediaS - mediaS - lagS
        }),
      )
      return [(onScreen - Math.round(onScreen)) * 1000]
    })
    return late.length === 0 ? [] : [median(late)]
  })
  const [first = 0] = offsets
  return offsets.slice(1).map((each) => Math.abs(each - first))
}

function byNearness<T>(distance: (each: T) => number) {
  return (a: T, b: T) => Math.abs(distance(a)) - Math.abs(distance(b))
}

export const typical = (offsets: readonly number[]) => percentile(offsets, 0.5)
