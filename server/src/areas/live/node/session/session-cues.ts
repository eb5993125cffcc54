import type { BadSourceCue, SourceCue } from '@kinora/media'
import { Problem } from '../../../../platform/problem.ts'
import type { EncoderCue } from '../../cues/encoder-cues.ts'

/** Records the cues of a session's encoders: drops repetitions, limits their rate, and retries while the database is
 * unavailable. */
export interface SessionCues {
  /** @param atMs program date-time */
  take(cue: SourceCue, atMs: number): void
  /** Reports a cue that cannot be read. */
  refuse(cue: BadSourceCue): void
  /** Retries cues that were not recorded. Call regularly. */
  tick(): void
  /** Resolves after one attempt for each waiting cue. */
  flush(): Promise<void>
}

export interface SessionCuesOptions {
  /** Rejects if the cue is not recorded. */
  readonly record: (cue: EncoderCue) => Promise<void>
  /** Reports a failed attempt. */
  readonly failed: (error: unknown, cue: EncoderCue) => void
  /** Reports refused cues, at most once a minute. */
  readonly warn: (detail: string) => void
  readonly nowMs: () => number
}

const MINUTE_MS = 60_000
/** Limit of cues. Encoders repeat each cue a few times, but no schedule has this many breaks. */
const MOST_PER_MINUTE = 60
const MOST_KNOWN = 32
/** Tolerance between repetitions of a cue, because the clock of a source drifts. */
const SAME_MS = 500
/** Cues further away are refused: their times belong to another clock, because breaks are announced minutes before. */
const MOST_AWAY_MS = 3_600_000
/** Limit of cues that wait while the database is unavailable. */
const MOST_WAITING = 256
/** Pauses between attempts, doubled each time. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 15_000]
/** Time after which a waiting cue is given up. */
const LONGEST_WAIT_MS = 600_000

interface WaitingCue {
  readonly cue: EncoderCue
  readonly sinceMs: number
}

export function createSessionCues({ record, failed, warn, nowMs }: SessionCuesOptions): SessionCues {
  let known: EncoderCue[] = []
  let waiting: WaitingCue[] = []
  let recording: Promise<void> | null = null
  let pauseMs = 0
  let retryMs = Number.NEGATIVE_INFINITY
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

  /** Records cues one after another, because the end of a break has no effect before its start. */
  async function recordWaiting(): Promise<void> {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const { cue, sinceMs } = first
      try {
        await record(cue)
      } catch (error) {
        failed(error, cue)
        if (!isRefused(error) && nowMs() - sinceMs < LONGEST_WAIT_MS) {
          pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
          retryMs = nowMs() + pauseMs
          return
        }
        // A repetition by the encoder is recorded.
        known = known.filter((each) => each !== cue)
      }
      waiting = waiting.slice(1)
      pauseMs = 0
    }
  }

  function start(): Promise<void> {
    recording ??= recordWaiting().finally(() => {
      recording = null
    })
    return recording
  }

  function tick(): void {
    if (waiting.length > 0 && nowMs() >= retryMs) void start()
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
      if (recorded > MOST_PER_MINUTE || waiting.length >= MOST_WAITING) {
        refuse('too-many')
        return
      }
      // A canceled break may be announced again.
      if (what === 'cancel') known = known.filter((each) => each.eventId !== eventId)
      known = [...known, cue].slice(-MOST_KNOWN)
      waiting = [...waiting, { cue, sinceMs: nowMs() }]
      tick()
    },
    refuse: ({ origin, reason }) => refuse(`${origin}: ${reason}`),
    tick,
    async flush() {
      await recording
      await start()
    },
  }
}

/** Whether a retry cannot help: the stream is gone, or PostgreSQL refuses the values (error classes 22 and 23). */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Problem) return true
  const isOfValues = 'code' in error && /^2[23]/.test(String(error.code))
  return isOfValues || isRefused(error.cause)
}
