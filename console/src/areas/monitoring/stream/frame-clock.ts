/** Says when the pictures of a stream are shown: a little after they arrive, with the time between them that they had. */
export interface FrameClock {
  /** Call it when a picture with this time arrives. */
  arrived(timeMs: number, nowMs: number): void
  /** When the picture is shown. */
  dueAt(timeMs: number): number
  reset(): void
}

/** Pictures arrive in groups every 600 ms or so. */
const DELAY_MS = 750
/** The times of a stream began again, or the page was asleep. */
const JUMP_MS = 3000
/** The clocks of encoders are not exact: the delay may grow by this share of the time. */
const DRIFT = 0.002

/** Follows the picture that arrived earliest for its time, since others waited on their way. */
export function createFrameClock(): FrameClock {
  let offsetMs: number | null = null
  let lastMs = 0
  return {
    arrived(timeMs, nowMs) {
      const own = nowMs - timeMs
      const grown = offsetMs === null ? own : offsetMs + (nowMs - lastMs) * DRIFT
      offsetMs = Math.abs(own - grown) > JUMP_MS && own < grown ? own : Math.min(own, grown)
      if (own - offsetMs > JUMP_MS) offsetMs = own
      lastMs = nowMs
    },
    dueAt: (timeMs) => timeMs + (offsetMs ?? 0) + DELAY_MS,
    reset() {
      offsetMs = null
    },
  }
}
