import { LIVE_TICKS, type LivePacket, type LiveTrack, pictureSizeOf } from '@kinora/media'
import type { HealthPoint } from './tables.ts'

/** Renditions dropped because the machine is too slow, and the number of renditions in the whole ladder. */
export interface LeftOut {
  readonly names: readonly string[]
  readonly of: number
}

/** Measures what an encoder sends. */
export interface Meter {
  track(track: LiveTrack): void
  packet(packet: LivePacket): void
  /** A part became ready `delayMs` after its end. */
  partReady(delayMs: number): void
  /** Starts the measurement of another encoder. */
  reset(): void
  /** The figures since the last call. Null without a signal. */
  take(more: {
    readonly second: number
    readonly dropped: number
    readonly viewers: number
    readonly spanS: number
    readonly db: number | null
    readonly av: number | null
    readonly speed: number | null
    readonly leftOut: LeftOut
  }): HealthPoint | null
}

export function createMeter(): Meter {
  let bytes = 0
  let frames = 0
  let heard = 0
  let lastKey: number | null = null
  let keyframeIntervalS: number | null = null
  let delayMs: number | null = null
  let size = { width: 0, height: 0 }
  let codecs: { video: string | null; audio: string | null } = { video: null, audio: null }

  return {
    track(track) {
      codecs = { ...codecs, [track.kind]: track.codec }
      if (track.kind === 'video') size = pictureSizeOf(track) ?? size
    },
    packet({ kind, isKey, dts, data }) {
      bytes += data.length
      if (kind === 'audio') {
        heard += 1
        return
      }
      frames += 1
      if (!isKey) return
      if (lastKey !== null && dts > lastKey) keyframeIntervalS = (dts - lastKey) / LIVE_TICKS
      lastKey = dts
    },
    partReady(ms) {
      delayMs = Math.max(delayMs ?? 0, ms)
    },
    reset() {
      lastKey = null
      keyframeIntervalS = null
      codecs = { video: null, audio: null }
    },
    take({ second, dropped, viewers, spanS, leftOut, ...measured }) {
      if (frames === 0 && heard === 0) return null
      const point: HealthPoint = {
        s: second,
        kbps: Math.round((bytes * 8) / 1000 / spanS),
        fps: rounded(frames / spanS),
        key: keyframeIntervalS === null ? null : rounded(keyframeIntervalS),
        w: size.width,
        h: size.height,
        drop: dropped,
        delay: delayMs === null ? null : Math.round(delayMs),
        view: viewers,
        ...codecs,
        heard,
        ...measured,
        ...(leftOut.names.length === 0 ? {} : { out: leftOut }),
      }
      bytes = 0
      frames = 0
      heard = 0
      delayMs = null
      return point
    },
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100
