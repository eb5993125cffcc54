import type { Keyframe, Point, ShotPath } from './path.ts'
import { thin } from './path.ts'
import type { Box, SeenFrame } from './seen.ts'
import { SEEN_RATE } from './seen.ts'
import { medianOf, smoothPath, withRests } from './smooth.ts'
import { lowerThirdOf, type SeenText } from './text-strip.ts'
import type { Track } from './tracks.ts'
import { lastingShare, tracksOf, weightOf } from './tracks.ts'
import type { Window } from './window.ts'
import { keptInFrame } from './window.ts'

/** The window stands still if it would move less, as a share of the frame. */
const LEAST_TRAVEL = 0.08
/** Share of a shot for which a face must last to have a half, and its least size compared with the largest one. */
const LASTING = 0.6
const LEAST_SIZE = 0.35
/** Share of a shot in which something must move. */
const LEAST_MOVING = 0.5
/** Share of the room beside a thing that moves by which the window may be off. */
const KEPT_SLACK = 0.4
/** Keyframes that change the path by less of the window are left out. */
const TOLERANCE = 0.01

interface ShotSpan {
  readonly startS: number
  readonly endS: number
}

/** Plans how each shot is shown in a window: who is in it, and how it moves.
 * @param canSplit whether two halves, one above the other, suit the shape
 * @param texts lines of text in the frame @param moving what moves in each of the frames, for shots of nobody */
export function planPath(
  frames: readonly SeenFrame[],
  shots: readonly ShotSpan[],
  window: Window,
  canSplit: boolean,
  texts: readonly SeenText[] = [],
  moving: readonly (Box | null)[] = [],
): ShotPath[] {
  const all = frames.map((frame, n) => ({ ...frame, moving: moving[n] ?? null }))
  return shots.map((shot) => {
    const text = lowerThirdOf(texts, shot)
    // Halves would cut the text in two ways at once.
    return { ...planShot(all, shot, window, canSplit && text === null), text }
  })
}

interface WatchedFrame extends SeenFrame {
  readonly moving: Box | null
}

function planShot(
  frames: readonly WatchedFrame[],
  { startS, endS }: ShotSpan,
  window: Window,
  canSplit: boolean,
): Omit<ShotPath, 'text'> {
  const own = frames.filter(({ timeS }) => timeS >= startS && timeS < endS)
  const faces = tracksOf(own.map((frame) => frame.faces))
  const bodies = tracksOf(own.map((frame) => frame.bodies))
  const still = { startS, endS, keyframes: [{ timeS: startS, middle: 0.5 }], halves: null }
  if (window.share === 1) return { ...still, mode: 'hold' }
  const lasting = lastingFaces(faces)
  const halves = halvesOf(lasting)
  const seen = own.map((_, n) => middleIn(n, lasting, faces, bodies, window))
  const hasPeople = seen.some((middle) => middle !== null)
  const smooth = hasPeople
    ? smoothPath(
        seen.map((middle) => middle && middle / window.share),
        SEEN_RATE,
      )
    : pathOfMoving(own, window)
  // Nothing was seen. A shot of a moment keeps its middle, so that the shape does not flicker.
  if (smooth.length === 0) return { ...still, mode: own.length < 2 ? 'hold' : 'fit' }
  const kept = smooth.map((value) => keptInFrame(value * window.share, window.share))
  const [least, most] = [Math.min(...kept), Math.max(...kept)]
  const isSplit = canSplit && halves !== null && !fitsIn(lasting.slice(0, 2), window)
  if (most - least < LEAST_TRAVEL || isSplit) {
    const middle = isSplit ? medianOf(kept) : (least + most) / 2
    return { ...still, halves, mode: isSplit ? 'split' : 'hold', keyframes: [{ timeS: startS, middle }] }
  }
  const rested = withRests(smooth, SEEN_RATE).map((value) => keptInFrame(value * window.share, window.share))
  const keyframes = rested.map((middle, n): Keyframe => ({ timeS: own[n]?.timeS ?? startS, middle }))
  if (!hasPeople) keyframes.push(...afterLast(keyframes, endS, window))
  return { startS, endS, halves, mode: 'follow', keyframes: thin(keyframes, TOLERANCE * window.share) }
}

/** The path of a window, in its lengths, after the one thing that moves through most of a shot. Empty if there is none.
 * Things move faster than people in talks, so the path leaves its smooth way where it would lose them. */
function pathOfMoving(own: readonly WatchedFrame[], { axis, share }: Window): number[] {
  const tracks = tracksOf(own.map(({ moving }) => (moving === null ? [] : [moving])))
  const most = tracks.sort((a, b) => lastingShare(b) - lastingShare(a))[0]
  if (most === undefined || lastingShare(most) < LEAST_MOVING) return []
  const spans = most.boxes.map((box) => box && spanOf(box, axis))
  const length = medianOf(spans.flatMap((span) => (span === null ? [] : [span.to - span.from])))
  if (length > share) return []
  const middles = spans.map((span) => span && (span.from + span.to) / 2 / share)
  const slack = (KEPT_SLACK * (share - length)) / 2 / share
  const kept = smoothPath(middles, SEEN_RATE).map((value, n) => {
    const middle = middles[n] ?? null
    return middle === null ? value : Math.min(middle + slack, Math.max(middle - slack, value))
  })
  // Without the corners where the path leaves its way.
  return kept.map((value, n) => ((kept[n - 1] ?? value) + 2 * value + (kept[n + 1] ?? value)) / 4)
}

/** The keyframe at the end of a shot, if the window goes on as between its last keyframes. */
function afterLast(keyframes: readonly Keyframe[], endS: number, { share }: Window): Keyframe[] {
  const [before, last] = keyframes.slice(-2)
  if (before === undefined || last === undefined || last.timeS >= endS) return []
  const speed = (last.middle - before.middle) / (last.timeS - before.timeS)
  return [{ timeS: endS, middle: keptInFrame(last.middle + speed * (endS - last.timeS), share) }]
}

/** Faces that last through a shot, the largest first. Small ones are in the background. */
function lastingFaces(faces: readonly Track[]): Track[] {
  const sorted = faces
    .filter((track) => lastingShare(track) >= LASTING)
    .sort((a, b) => weightOf(b) - weightOf(a))
  const largest = sorted[0]
  return largest === undefined
    ? []
    : sorted.filter((track) => weightOf(track) >= LEAST_SIZE * weightOf(largest))
}

/** The middles of the two largest faces, the left one above. */
function halvesOf(lasting: readonly Track[]): ShotPath['halves'] {
  const [one, other] = lasting.map(middleOf).slice(0, 2)
  if (one === undefined || other === undefined) return null
  return one.x <= other.x ? [one, other] : [other, one]
}

function middleOf(track: Track): Point {
  const boxes = track.boxes.filter((box) => box !== null)
  return {
    x: medianOf(boxes.map(({ x, width }) => x + width / 2)),
    y: medianOf(boxes.map(({ y, height }) => y + height / 2)),
  }
}

/** Whether a window can show these faces at once. */
function fitsIn(tracks: readonly Track[], { axis, share }: Window): boolean {
  const edges = tracks.map(({ boxes }) => {
    const spans = boxes.filter((box) => box !== null).map((box) => spanOf(box, axis))
    return { from: medianOf(spans.map(({ from }) => from)), to: medianOf(spans.map(({ to }) => to)) }
  })
  const from = Math.min(...edges.map((edge) => edge.from))
  return Math.max(...edges.map((edge) => edge.to)) - from <= share
}

/** The best middle of the window in a frame: at all lasting faces if it can show them, else at the largest face, or at a
 * body. Null if nobody is seen. */
function middleIn(
  n: number,
  lasting: readonly Track[],
  faces: readonly Track[],
  bodies: readonly Track[],
  window: Window,
): number | null {
  const shown = lasting.length > 0 && fitsIn(lasting, window) ? lasting : mostImportant(n, faces)
  for (const tracks of [shown, mostImportant(n, faces), mostImportant(n, bodies)]) {
    const spans = tracks.flatMap(({ boxes }) => {
      const box = boxes[n]
      return box ? [spanOf(box, window.axis)] : []
    })
    // A part of the faces would pull the window to one side.
    if (spans.length === 0 || spans.length < tracks.length) continue
    return (Math.min(...spans.map(({ from }) => from)) + Math.max(...spans.map(({ to }) => to))) / 2
  }
  return null
}

function mostImportant(n: number, tracks: readonly Track[]): Track[] {
  const seen = tracks.filter(({ boxes }) => boxes[n] !== null)
  return seen.sort((a, b) => weightOf(b) - weightOf(a)).slice(0, 1)
}

function spanOf(box: Box, axis: Window['axis']): { readonly from: number; readonly to: number } {
  return axis === 'x' ? { from: box.x, to: box.x + box.width } : { from: box.y, to: box.y + box.height }
}
