/** Playback position in a live stream. */
export interface LivePosition {
  /** Distance from the live edge in seconds. */
  readonly latencyS: number
  readonly isAtEdge: boolean
  /** How far viewers can go back, in seconds. */
  readonly windowS: number
  /** The slate is shown instead of the broadcast. */
  readonly isSlate: boolean
}

export interface PositionFacts {
  /** Media time of the live edge, now. */
  readonly edgeS: number
  readonly currentS: number
  /** Latency that the player aims for. */
  readonly targetS: number
  readonly windowS: number
  /** Wall-clock time of the frame that is shown, in ms since 1970. */
  readonly dateMs: number | null
  /** When the slate is shown. The range of a slate that is shown now has no end. */
  readonly slates: readonly { readonly fromMs: number; readonly untilMs: number | null }[]
}

/** Behind the target by less counts as live. Faster playback makes up for it. */
const EDGE_S = 3
/** Viewers can go back in playlists of at least this length. */
const MIN_WINDOW_S = 45

export function positionOf(facts: PositionFacts): LivePosition {
  const { edgeS, currentS, targetS, windowS, dateMs, slates } = facts
  const latencyS = Math.max(0, edgeS - currentS)
  const isIn = (at: number) =>
    slates.some(({ fromMs, untilMs }) => at >= fromMs && (untilMs === null || at < untilMs))
  return {
    latencyS,
    windowS,
    isAtEdge: latencyS - targetS < EDGE_S,
    isSlate: dateMs !== null && isIn(dateMs),
  }
}

export function canGoBack({ windowS }: Pick<LivePosition, 'windowS'>): boolean {
  return windowS >= MIN_WINDOW_S
}
