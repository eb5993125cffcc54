/** Records the ranges of a video that a view has played. Replayed ranges are repeated. */
export interface PlayedRanges {
  /** Reports the current position, in seconds. */
  at(time: number): void
  /** Ends the current range, because playback jumps. */
  jump(): void
  /** Returns ranges `[from, to]` in whole seconds. */
  read(): [number, number][]
}

/** Limit of the server. Later ranges are dropped. */
const MAX_RANGES = 50

export function playedRanges(): PlayedRanges {
  const ranges: [number, number][] = []
  let isOpen = false
  return {
    at(time) {
      const second = Math.floor(time)
      const last = ranges.at(-1)
      if (isOpen && last !== undefined && second >= last[0]) last[1] = Math.max(last[1], second + 1)
      else if (ranges.length < MAX_RANGES) {
        ranges.push([second, second + 1])
        isOpen = true
      }
    },
    jump() {
      isOpen = false
    },
    read: () => ranges.map(([from, to]) => [from, to]),
  }
}
