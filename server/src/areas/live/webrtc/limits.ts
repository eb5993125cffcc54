/** Limits of WebRTC on a live node. */
export const RTC_LIMITS = {
  /** Peers with an answer that are not connected yet. */
  maxPending: 32,
  /** Peers of one address that are not connected yet. */
  maxPendingOfAddress: 4,
  /** Time from the answer until the peer is connected. */
  connectMs: 10_000,
  maxPublishers: 100,
  /** Time without media after which a publisher is disconnected. */
  silenceMs: 8000,
  /** Interval of keyframe requests. */
  keyEveryMs: 2000,
  /** Time without frames after which a keyframe is requested. Browsers rarely send frames of an unchanged screen, and
   * the slate would appear. */
  stillMs: 300,
  /** Bitrate limit that is reported to publishers. */
  publishBitsPerS: 6_000_000,
  /** Time without reports after which a viewer is disconnected. Browsers report every second. */
  viewerSilenceMs: 12_000,
  /** Time for the library to make an answer. */
  answerMs: 3000,
} as const

/** Random bytes of the ID of a session, which nobody else may know. */
export const RTC_ID_BYTES = 16

/** Interval of `tick`. */
export const RTC_TICK_MS = 20
