import type { SubtitleCue } from '@kinora/contract'

/** A cue under the editor's hands. `key` is its name on the screen alone. */
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

/** By start, then by end, as the server keeps them; equal ones stay as they were. */
export function inOrder(cues: readonly Cue[]): Cue[] {
  return [...cues].sort((one, other) => one.start - other.start || one.end - other.end)
}

/** The last cue that has begun, by place; -1 before the first one. */
export function lastBegun(cues: readonly Cue[], time: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.start ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
