import type { SubtitleCue } from '@kinora/contract'

/** A cue in the editor. `key` exists only on the screen. */
export interface Cue extends SubtitleCue {
  readonly key: number
}

let lastKey = 0

export function newKey(): number {
  lastKey += 1
  return lastKey
}

export function keyed(cues: readonly SubtitleCue[]): Cue[] {
  return cues.map((cue) => ({ ...cue, key: newKey() }))
}

/** Sorted by start, then by end, like the server; stable. */
export function inOrder(cues: readonly Cue[]): Cue[] {
  return [...cues].sort((one, other) => one.start - other.start || one.end - other.end)
}

/** Index of the last cue that starts at or before `time`; -1 if none does. */
export function lastStarted(cues: readonly Cue[], time: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.start ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
