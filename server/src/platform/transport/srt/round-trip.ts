/** The round-trip time of a connection, smoothed as in draft-sharabayko-srt-01, 4.10. */
export interface RoundTrip {
  add(sampleMs: number): void
  /** Takes the mean that the peer has measured. */
  adopt(peerMeanMs: number): void
  /** Time before which no answer to a packet can arrive. */
  shortestMs(): number
  microseconds(): { readonly meanUs: number; readonly varianceUs: number }
  /** Interval of repeated loss reports (4.8.2). */
  reportIntervalMs(): number
  /** Time after which an acknowledgement is repeated. */
  timeoutMs(): number
}

const INITIAL_MEAN_MS = 100
const INITIAL_VARIANCE_MS = 50
const MIN_REPORT_INTERVAL_MS = 20

export function createRoundTrip(): RoundTrip {
  let meanMs = INITIAL_MEAN_MS
  let varianceMs = INITIAL_VARIANCE_MS
  let isFirst = true
  const timeoutMs = () => meanMs + 4 * varianceMs
  return {
    add(sampleMs) {
      if (isFirst) {
        isFirst = false
        meanMs = sampleMs
        varianceMs = sampleMs / 2
        return
      }
      varianceMs = (3 * varianceMs + Math.abs(sampleMs - meanMs)) / 4
      meanMs = (7 * meanMs + sampleMs) / 8
    },
    adopt(peerMeanMs) {
      isFirst = false
      meanMs = peerMeanMs
      varianceMs = Math.min(varianceMs, peerMeanMs / 2)
    },
    shortestMs: () => (isFirst ? MIN_REPORT_INTERVAL_MS : Math.max(0, meanMs - varianceMs)),
    microseconds: () => ({ meanUs: Math.round(meanMs * 1000), varianceUs: Math.round(varianceMs * 1000) }),
    reportIntervalMs: () => Math.max(timeoutMs() / 2, MIN_REPORT_INTERVAL_MS),
    timeoutMs,
  }
}
