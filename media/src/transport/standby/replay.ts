import { createTsView, type TsView } from './ts-view.ts'

/** A payload with its time in microseconds. */
export interface TimedPayload {
  readonly payload: Buffer
  readonly atUs: number
}

/** The payloads of a stream since its last keyframe. */
export interface Replay {
  push(payload: Buffer, atUs: number): void
  /** Empty before the first keyframe. The first has the keyframe, possibly behind other packets. */
  payloads(): readonly TimedPayload[]
  /** The program and the clock of the stream, as far as they are known. */
  view(): TsView
  reset(): void
}

const PACKET_BYTES = 188
/** A stream without a keyframe for so long has no replay until the next one. */
const MOST_BYTES = 32 * 1024 ** 2
const MOST_US = 15_000_000

export function createReplay(): Replay {
  let view = createTsView()
  let kept: TimedPayload[] = []
  let bytes = 0

  function clear(): void {
    kept = []
    bytes = 0
  }

  return {
    push(payload, atUs) {
      let hasKey = false
      for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES)
        hasKey = view.read(payload.subarray(at, at + PACKET_BYTES), atUs)?.isKey === true || hasKey
      const [first] = kept
      if (hasKey || bytes > MOST_BYTES || (first !== undefined && atUs - first.atUs > MOST_US)) clear()
      if (kept.length === 0 && !hasKey) return
      kept.push({ payload, atUs })
      bytes += payload.length
    },
    payloads: () => kept,
    view: () => view,
    reset() {
      clear()
      view = createTsView()
    },
  }
}
