import type { Box } from './seen.ts'

/** One face or body through the frames of a shot. */
export interface Track {
  /** Its box by frame; null where it was not seen. */
  readonly boxes: (Box | null)[]
}

/** Frames in a row in which something must be seen, because detectors see faces in patterns for a moment. */
const LEAST_HITS = 3
/** Frames for which a track goes on without being seen. */
const MOST_MISSES = 4
/** Largest movement between two frames, in sizes of the box. */
const REACH = 1.5

/** Connects the boxes of consecutive frames. Leaves out what was seen only for moments. */
export function tracksOf(frames: readonly (readonly Box[])[]): Track[] {
  const tracks: Track[] = []
  for (const [n, boxes] of frames.entries()) {
    const open = tracks.filter((track) => lastSeen(track) >= n - MOST_MISSES)
    for (const track of tracks) track.boxes.push(null)
    const pairs = open
      .flatMap((track) => boxes.map((box) => ({ track, box, distance: distanceOf(track, box) })))
      .filter(({ distance }) => distance < REACH)
      .sort((a, b) => a.distance - b.distance)
    const taken = new Set<Track | Box>()
    for (const { track, box } of pairs) {
      if (taken.has(track) || taken.has(box)) continue
      taken.add(track).add(box)
      track.boxes[n] = box
    }
    for (const box of boxes)
      if (!taken.has(box)) tracks.push({ boxes: [...Array.from({ length: n }, () => null), box] })
  }
  const least = Math.min(LEAST_HITS, frames.length)
  return tracks.filter(({ boxes }) => longestRun(boxes) >= least)
}

/** How much of a shot a track lasts, from 0 to 1. */
export function lastingShare({ boxes }: Track): number {
  return boxes.filter((box) => box !== null).length / Math.max(1, boxes.length)
}

/** Area of a track over time, which says how much it matters. */
export function weightOf({ boxes }: Track): number {
  return boxes.reduce((sum, box) => sum + (box === null ? 0 : box.width * box.height), 0)
}

function lastSeen({ boxes }: Track): number {
  return boxes.findLastIndex((box) => box !== null)
}

function distanceOf(track: Track, box: Box): number {
  const last = track.boxes[lastSeen(track)]
  if (!last) return Number.POSITIVE_INFINITY
  const across = (box.x + box.width / 2 - last.x - last.width / 2) / Math.max(box.width, last.width)
  const down = (box.y + box.height / 2 - last.y - last.height / 2) / Math.max(box.height, last.height)
  return Math.hypot(across, down)
}

function longestRun(boxes: readonly (Box | null)[]): number {
  let longest = 0
  let run = 0
  for (const box of boxes) {
    run = box === null ? 0 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}
