import { breakAt, endOf, type Landing, type Span } from './timeline.ts'

/** Rules for seeking in a stream with stitched ads. */
export interface SeekRules {
  /** Breaks that are in the playlist now. */
  spans(): readonly Span[]
  /** Result of a seek. @param watched indexes of watched breaks */
  land(watched: ReadonlySet<number>, fromS: number, toS: number): Landing
  /** Position after a break. Null to continue without a seek. @param wantedS from `land` */
  resumeAt(wantedS: number): number | null
}

/** Plays breaks that viewers seek over, and skips watched ones. */
export interface SeekGuard {
  /** Starts playback at a landing. Breaks between `toS` and `thenS` count as watched. */
  begin(landing: Landing): void
  /** Position at the last tick, in seconds. Null before playback starts. */
  atS(): number | null
  /** Seeks to the end of an ad. @param isLast whether it is the last ad of its break, which is watched then */
  skip(endS: number, isLast: boolean): void
  /** Called several times a second. */
  tick(): void
  close(): void
}

/** Distance by which browsers and hls.js jump over gaps, also at the end of a break. */
const NUDGE_S = 0.5
/** Added to the position, because browsers round seek targets down, possibly to before a break. */
const ROUNDING_S = 0.001
/** Minimum distance of a seek, in seconds. */
const CLOSE_S = 0.3

/** @param startS default start position. Null if playback can start anywhere */
export function guardSeeks(video: HTMLVideoElement, rules: SeekRules, startS: number | null): SeekGuard {
  const watched = new Set<number>()
  const hasPlayed = video.played.length > 0
  let lastS = hasPlayed ? video.currentTime : startS
  let wantedS: number | null = null
  /** Target of a seek by the guard itself. */
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

  /** Marks a break as watched, and leaves it. */
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
      // After a watched post-roll, the stream is at its end.
      else if (current !== null && watched.has(current.break) && endOf(current) < video.duration - CLOSE_S)
        go(endOf(current))
    },
    close: () => video.removeEventListener('seeking', seeking),
  }
}
