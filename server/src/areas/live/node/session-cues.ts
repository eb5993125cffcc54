import type { LiveBadCue, LiveCue } from '@kinora/media'
import type { EncoderCue } from '../cues/encoder-cues.ts'

/** The cues of the encoders of a session. */
export interface SessionCues {
  /** @param atMs program date-time */
  take(cue: LiveCue, atMs: number): void
  /** A cue that cannot be read. */
  refuse(cue: LiveBadCue): void
}

export interface SessionCuesOptions {
  readonly record: (cue: EncoderCue) => void
  /** Reports cues that were left out, at most once a minute. */
  readonly warn: (detail: string) => void
  readonly nowMs: () => number
}

const MINUTE_MS = 60_000
/** Encoders repeat a cue a few times. More than this is no schedule of breaks. */
const MOST_PER_MINUTE = 60
const MOST_KNOWN = 32
/** The clock of a source moves a little between repetitions. */
const SAME_MS = 500
/** Breaks are announced seconds or minutes before. Other times are of another clock. */
const MOST_AWAY_MS = 3_600_000

export function createSessionCues({ record, warn, nowMs }: SessionCuesOptions): SessionCues {
  let known: EncoderCue[] = []
  let minuteMs = Number.NEGATIVE_INFINITY
  let recorded = 0
  let warnedMs = Number.NEGATIVE_INFINITY
  let refused = 0

  function refuse(reason: string): void {
    refused += 1
    if (nowMs() - warnedMs < MINUTE_MS) return
    warn(refused === 1 ? reason : `${reason} (${refused})`)
    warnedMs = nowMs()
    refused = 0
  }

  function isRepeated(cue: EncoderCue): boolean {
    return known.some(
      ({ kind, eventId, scope, atMs, durationS }) =>
        kind === cue.kind &&
        eventId === cue.eventId &&
        scope === cue.scope &&
        durationS === cue.durationS &&
        Math.abs(atMs - cue.atMs) < SAME_MS,
    )
  }

  return {
    take({ what, eventId, scope = null, durationS, origin, raw: message }, atMs) {
      if (what === 'other') return
      if (Math.abs(atMs - nowMs()) > MOST_AWAY_MS) {
        refuse(`${origin}: time`)
        return
      }
      const cue: EncoderCue = { kind: what, atMs, durationS, eventId, scope, origin, message }
      if (isRepeated(cue)) return
      if (nowMs() - minuteMs >= MINUTE_MS) {
        minuteMs = nowMs()
        recorded = 0
      }
      recorded += 1
      if (recorded > MOST_PER_MINUTE) {
        refuse('too-many')
        return
      }
      // What was canceled may be announced again.
      if (what === 'cancel') known = known.filter((each) => each.eventId !== eventId)
      known = [...known, cue].slice(-MOST_KNOWN)
      record(cue)
    },
    refuse: ({ origin, reason }) => refuse(`${origin}: ${reason}`),
  }
}
