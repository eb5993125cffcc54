import type { MonitorEventType, StreamHealth } from '@kinora/contract'
import { LIVE_TICKS, type LiveSink, type LiveTrack } from '@kinora/media'
import type { AudioLevel } from '../../../platform/nodes/audio-level.ts'
import type { Live } from '../live.ts'
import type { StreamRef } from '../streams/stream-changes.ts'
import { measureAudioOffset } from './audio-offset.ts'
import { addHealth, addMonitorEvent, countViewers } from './health-store.ts'
import { createMeter, type LeftOut } from './meter.ts'
import { healthOf, type TimedPoint } from './stream-health.ts'
import type { HealthPoint } from './tables.ts'

/** Records the health of a running session: a point each second, stored every few seconds. */
export interface SessionMonitor {
  /** Wraps a sink to measure it while viewers see its source. */
  measure(sink: LiveSink, isShown: () => boolean): LiveSink
  partReady(delayMs: number): void
  event(type: MonitorEventType, detail?: string): void
  /** Call often. */
  tick(encoder: EncoderFigures): void
  /** The latest figures and warnings. Null without a signal. */
  health(): StreamHealth | null
  /** Stores pending points. */
  end(): Promise<void>
}

/** Progress of the ladder. */
export interface EncoderFigures {
  readonly droppedFrames: number
  /** Time of the last frame that all renditions have. Null without a ladder. */
  readonly encodedTicks: number | null
  readonly leftOut: LeftOut
}

const POINT_MS = 1000
/** Span of the speed measurement. Shorter spans would vary, because encoder output comes in bursts. */
const SPEED_MS = 5000
const STORE_POINTS = 5
const VIEWERS_MS = 5000
/** Points kept in memory: those of ten minutes. */
const RECENT_POINTS = 600

export function createSessionMonitor(
  live: Pick<Live, 'db' | 'clock' | 'log'>,
  stream: StreamRef,
  level: Pick<AudioLevel, 'take' | 'close'>,
): SessionMonitor {
  const { db, clock, log } = live
  const meter = createMeter()
  const offset = measureAudioOffset()
  const speed = measureSpeed(SPEED_MS)
  let points: HealthPoint[] = []
  const recent: TimedPoint[] = []
  let minute = 0
  let measured: LiveSink | null = null
  let lastAt = clock.now().getTime()
  let lastDropped = 0
  let viewers = 0
  let viewersAt = 0
  let stored: Promise<unknown> = Promise.resolve()

  function later(task: () => Promise<unknown>): void {
    stored = stored
      .then(task)
      .catch((err: unknown) => log.warn({ err }, 'the health of a stream is not stored'))
  }

  function store(): void {
    if (points.length === 0) return
    const [all, at] = [points, new Date(minute * 60_000)]
    points = []
    later(() => addHealth(db, stream, at, all))
  }

  function refreshViewers(now: number): void {
    if (now - viewersAt < VIEWERS_MS) return
    viewersAt = now
    later(async () => {
      viewers = await countViewers(live, stream)
    })
  }

  return {
    measure(sink, isShown) {
      const tracks = new Map<LiveTrack['kind'], LiveTrack>()
      const take = () => {
        if (measured === sink) return
        measured = sink
        meter.reset()
        for (const track of tracks.values()) meter.track(track)
      }
      return {
        track(track) {
          tracks.set(track.kind, track)
          if (measured === sink) meter.track(track)
          sink.track(track)
        },
        packet(packet) {
          if (isShown()) take()
          if (measured === sink) {
            meter.packet(packet)
            offset.packet(packet, performance.now())
          }
          sink.packet(packet)
        },
        cue: (cue) => sink.cue(cue),
        sent: sink.sent,
        end() {
          if (measured === sink) meter.reset()
          sink.end()
        },
      }
    },
    partReady: meter.partReady,
    event(type, detail = '') {
      const at = clock.now()
      later(() => addMonitorEvent(db, stream, at, type, detail))
    },
    tick({ droppedFrames, encodedTicks, leftOut }) {
      const now = clock.now().getTime()
      if (now - lastAt < POINT_MS) return
      const spanS = (now - lastAt) / 1000
      const second = Math.floor((now % 60_000) / 1000)
      const point = meter.take({
        second,
        dropped: droppedFrames - lastDropped,
        viewers,
        spanS,
        leftOut,
        db: level.take(),
        av: offset.take(),
        speed: speed(encodedTicks, performance.now()),
      })
      lastAt = now
      lastDropped = droppedFrames
      const nowMinute = Math.floor(now / 60_000)
      if (nowMinute !== minute) store()
      minute = nowMinute
      if (point !== null) {
        points.push(point)
        recent.push({ ...point, at: now })
        if (recent.length > RECENT_POINTS) recent.shift()
      }
      if (points.length >= STORE_POINTS) store()
      refreshViewers(now)
    },
    health: () => healthOf(recent, clock.now()),
    async end() {
      level.close()
      store()
      await stored
    },
  }
}

/** Measures encoded seconds per second over the last `spanMs`. Null until the span has passed. */
function measureSpeed(spanMs: number): (ticks: number | null, nowMs: number) => number | null {
  let known: { readonly ticks: number; readonly atMs: number }[] = []
  return (ticks, nowMs) => {
    if (ticks === null) return null
    known = [...known.filter(({ atMs }) => nowMs - atMs <= spanMs), { ticks, atMs: nowMs }]
    const [first] = known
    if (first === undefined || nowMs - first.atMs < spanMs / 2) return null
    return Math.round(((ticks - first.ticks) / LIVE_TICKS / ((nowMs - first.atMs) / 1000)) * 100) / 100
  }
}
