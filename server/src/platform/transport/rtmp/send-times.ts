/** Converts the times of a source to those of a connection, which begin with 0. */
export interface SendTimes {
  /** The time of a frame. Null if it does not fit the others.
   * @param isLead frames of the track that decides when the clock of the source has changed */
  next(atMs: number, isLead: boolean): number | null
}

/** A jump of this length is another clock. */
const AHEAD_MS = 10_000
const BACK_MS = 1000
/** Distance of two frames when the clock has changed. */
const STEP_MS = 40

export function createSendTimes(): SendTimes {
  let offsetMs: number | null = null
  let lastMs = 0
  return {
    next(atMs, isLead) {
      offsetMs ??= atMs
      const isJump = (ownMs: number) => ownMs > lastMs + AHEAD_MS || ownMs < lastMs - BACK_MS
      if (isJump(atMs - offsetMs)) {
        if (!isLead) return null
        offsetMs = atMs - lastMs - STEP_MS
      }
      const timeMs = atMs - offsetMs
      if (timeMs < 0) return null
      lastMs = Math.max(lastMs, timeMs)
      return timeMs % 2 ** 32
    },
  }
}
