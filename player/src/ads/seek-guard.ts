import { breakAt, endOf, type Landing, type Span } from './timeline.ts'

/** How viewers may seek among the segments of a stream with ads. */
export interface SeekRules {
  /** Breaks that are among the segments now. */
  spans(): readonly Span[]
  /** @param watched numbers of breaks */
  land(watched: ReadonlySet<number>, fromS: number, toS: number): Landing
  /** Where a viewer goes after a break. Null if he stays. @param wantedS from `land` */
  resumeAt(wantedS: number): number | null
}

/** Plays breaks that viewers seek over, and jumps over those they have seen. */
export interface SeekGuard {
  /** Playback begins there. Breaks that it goes over then count as seen. */
  begin(landing: Landing): void
  /** Seconds of what the last tick has decided about. Null before playback begins. */
  atS(): number | null
  /** Goes to the end of an ad. @param isLast in its break, which the viewer has seen then */
  skip(endS: number, isLast: boolean): void
  /** Called several times a second. */
  tick(): void
  close(): void
}

/** Browsers and hls.js move by so much to get over gaps, also at the end of a break. */
const NUDGE_S = 0.5
/** Browsers round the position that they seek to down, possibly to before a break. */
const ROUNDING_S = 0.001
/** Seeks closer to a position than this are not worth it. */
const CLOSE_S = 0.3

/** @param startS where a viewer begins who has not chosen a position. Null if playback may begin anywhere */
export function guardSeeks(video: HTMLVideoElement, rules: SeekRules, startS: number | null): SeekGuard {
  const watched = new Set<number>()
  const hasPlayed = video.played.length > 0
  let lastS = hasPlayed ? video.currentTime : startS
  let wantedS: number | null = null
  /** Target of a seek of ours. */
  let ownS: number | null = null

  function go(toS: number): void {
    ownS = toS
    lastS = toS
    video.currentTime = toS
  }

  function request(fromS: number, atS: number): void {
    const { toS, thenS } = rules.land(watched, fromS, atS)
    if (thenS !== null || breakAt(rules.spans(), toS) === null) wantedS = thenS
    if (toS === video.currentTime) lastS = toS
    else go(toS)
  }

  function seeking(): void {
    const { currentTime } = video
    if (lastS === null || Math.abs(currentTime - lastS) < NUDGE_S) return
    if (ownS !== null && Math.abs(currentTime - ownS) < CLOSE_S) return
    ownS = null
    request(lastS, currentTime)
  }

  /** The viewer has seen a break. */
  function leave(position: number, endS: number): void {
    watched.add(position)
    const nextS = wantedS === null ? null : rules.resumeAt(wantedS)
    wantedS = null
    if (nextS !== null && nextS > endS + CLOSE_S) request(endS, nextS)
  }

  video.addEventListener('seeking', seeking)
  if (!hasPlayed && video.currentTime > 0) seeking()

  return {
    begin({ toS, thenS }) {
      lastS = toS
      wantedS = thenS
      for (const each of rules.spans()) if (toS < each.at && each.at < (thenS ?? toS)) watched.add(each.break)
    },
    atS: () => lastS,
    skip(endS, isLast) {
      const span = lastS === null ? null : breakAt(rules.spans(), lastS)
      go(endS)
      if (isLast && span !== null) leave(span.break, endS)
    },
    tick() {
      if (video.seeking || (lastS === null && video.played.length === 0)) return
      ownS = null
      const spans = rules.spans()
      const before = lastS === null ? null : breakAt(spans, lastS)
      const atS = video.currentTime + ROUNDING_S
      const current = breakAt(spans, atS)
      lastS = atS
      if (before !== null && before !== current) leave(before.break, endOf(before))
      // A post-roll that was seen is the end.
      else if (current !== null && watched.has(current.break) && endOf(current) < video.duration - CLOSE_S)
        go(endOf(current))
    },
    close: () => video.removeEventListener('seeking', seeking),
  }
}
