import type { Cue } from './cue'
import { changeCue, MIN_CUE_S } from './edits'
import { tidyTime } from './times'

export interface Limits {
  /** The duration of the video in seconds. */
  readonly endS: number
  /** May overlap with its neighbors. */
  readonly isFree: boolean
}

/** Moves a cue to another start. */
export function moveCue(cues: readonly Cue[], key: number, start: number, limits: Limits): readonly Cue[] {
  const found = cueWithRoom(cues, key, limits)
  if (found === null) return cues
  const { cue, least, most } = found
  const length = cue.end - cue.start
  const from = tidyTime(Math.max(least, Math.min(start, most - length)))
  return changeCue(cues, key, { start: from, end: tidyTime(from + length) })
}

export function moveStart(cues: readonly Cue[], key: number, start: number, limits: Limits): readonly Cue[] {
  const found = cueWithRoom(cues, key, limits)
  if (found === null) return cues
  const { cue, least } = found
  return changeCue(cues, key, { start: tidyTime(Math.max(least, Math.min(start, cue.end - MIN_CUE_S))) })
}

export function moveEnd(cues: readonly Cue[], key: number, end: number, limits: Limits): readonly Cue[] {
  const found = cueWithRoom(cues, key, limits)
  if (found === null) return cues
  const { cue, most } = found
  return changeCue(cues, key, { end: tidyTime(Math.min(most, Math.max(end, cue.start + MIN_CUE_S))) })
}

/** The cue, and how far it can go: to its neighbors, or as far as it already overlaps with them. */
function cueWithRoom(cues: readonly Cue[], key: number, { endS, isFree }: Limits) {
  const at = cues.findIndex((each) => each.key === key)
  const cue = cues[at]
  if (cue === undefined) return null
  const last = Math.max(endS, cue.end)
  if (isFree) return { cue, least: 0, most: last }
  const least = Math.min(cues[at - 1]?.end ?? 0, cue.start)
  const most = Math.min(last, Math.max(cues[at + 1]?.start ?? last, cue.end))
  return { cue, least, most }
}
