/** Limits of WebRTC on a live node. */
export const RTC_LIMITS = {
  /** Peers that have an answer but no connection yet. */
  maxPending: 32,
  /** From the answer to the connection. */
  connectMs: 10_000,
  maxPublishers: 100,
  /** A publisher that sends nothing for so long is gone. */
  silenceMs: 8000,
  /** Between two requests for a keyframe. */
  keyEveryMs: 2000,
  /** Pictures that do not change are sent rarely: a keyframe in between keeps the stream from seeming to stop. */
  stillMs: 300,
  /** The most that a publisher shall send. */
  publishBitsPerS: 6_000_000,
  /** A viewer that reports nothing for so long is gone. Browsers report every second. */
  viewerSilenceMs: 12_000,
  /** Time for the library to make an answer. */
  answerMs: 3000,
} as const

/** How often peers are looked after. */
export const RTC_TICK_MS = 20
