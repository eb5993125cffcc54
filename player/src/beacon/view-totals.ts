/** Activity of a player. `loading` is the time before the first frame, without pauses. */
export type Activity = 'loading' | 'playing' | 'stalled' | 'seeking' | 'paused' | 'failed'

/** Counts the totals of a view. */
export interface ViewTotals {
  /** Adds the time so far to the current activity, and switches to another. */
  become(activity: Activity, nowMs: number): void
  readonly activity: () => Activity
  readonly hasStarted: () => boolean
  /** Sets the quality from now on. The first known bitrate also applies to the time before.
   * @param kbps bitrate in kbit/s; 0 if unknown
   * @param scale displayed size divided by resolution */
  setQuality(nowMs: number, kbps: number, scale: number): void
  read(nowMs: number): {
    readonly startupMs: number | null
    readonly watchMs: number
    readonly playedMs: number
    readonly rebufferMs: number
    readonly rebuffers: number
    readonly seekMs: number
    readonly seeks: number
    readonly kbit: number
    /** Part of `playedMs` with a known bitrate. */
    readonly ratedMs: number
    readonly upscaledMs: number
    readonly downscaledMs: number
  }
}

/** @param startedMs when playback was requested, by `performance.now()` */
export function viewTotals(startedMs: number): ViewTotals {
  let activity: Activity = 'loading'
  let sinceMs = startedMs
  let startupMs: number | null = null
  let rebuffers = 0
  let seeks = 0
  let kbit = 0
  let kbps = 0
  let ratedMs = 0
  let unratedMs = 0
  let scale = 1
  let upscaledMs = 0
  let downscaledMs = 0
  const spent = { loading: 0, playing: 0, stalled: 0, seeking: 0, paused: 0, failed: 0 }

  function count(nowMs: number): void {
    const ms = Math.max(0, nowMs - sinceMs)
    spent[activity] += ms
    if (activity === 'playing') {
      kbit += (kbps * ms) / 1000
      if (kbps > 0) ratedMs += ms
      else unratedMs += ms
      upscaledMs += Math.max(0, scale - 1) * ms
      downscaledMs += Math.max(0, 1 - scale) * ms
    }
    sinceMs = nowMs
  }

  return {
    become(next, nowMs) {
      count(nowMs)
      if (next === activity) return
      if (next === 'playing') startupMs ??= spent.loading
      if (next === 'stalled') rebuffers += 1
      if (next === 'seeking') seeks += 1
      activity = next
    },
    activity: () => activity,
    hasStarted: () => startupMs !== null,
    setQuality(nowMs, rate, shown) {
      count(nowMs)
      if (rate > 0 && ratedMs === 0) {
        kbit = (rate * unratedMs) / 1000
        ratedMs = unratedMs
      }
      kbps = rate
      scale = shown
    },
    read(nowMs) {
      count(nowMs)
      const round = Math.round
      return {
        startupMs: startupMs === null ? null : round(startupMs),
        watchMs: round(spent.playing + spent.stalled + spent.seeking),
        playedMs: round(spent.playing),
        rebufferMs: round(spent.stalled),
        rebuffers,
        seekMs: round(spent.seeking),
        seeks,
        kbit: round(kbit),
        ratedMs: round(ratedMs),
        upscaledMs: round(upscaledMs),
        downscaledMs: round(downscaledMs),
      }
    },
  }
}
