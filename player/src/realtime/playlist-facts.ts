import { SLATE_CLASS } from '../live/tags.ts'

/** Facts from the media playlist of a stream that plays without it. */
export interface PlaylistFacts {
  /** How far viewers can go back, in seconds. */
  readonly windowS: number
  readonly isSlate: boolean
}

export function playlistFacts(text: string): PlaylistFacts {
  const durations = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, duration]) => Number(duration))
  // Segments before a delta update.
  const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(text)?.[1] ?? 0)
  const mean = durations.length === 0 ? 0 : sum(durations) / durations.length
  const slates = text.split('\n').filter((line) => line.includes(`CLASS="${SLATE_CLASS}"`))
  return {
    windowS: sum(durations) + skipped * mean,
    isSlate: slates.some((line) => !/END-DATE=|[,:]DURATION=/.test(line)),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
