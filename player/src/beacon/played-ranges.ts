/** The parts of a video that a view has played, also those that it has played again. */
export interface PlayedRanges {
  /** Playback is at this time, in seconds. */
  at(time: number): void
  /** Playback goes on elsewhere. */
  jump(): void
  /** `[from, to]` in whole seconds. */
  read(): [number, number][]
}

/** Of the server. Later ones are left out. */
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
