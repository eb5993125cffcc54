import type { MetricId } from '@kinora/contract'
import type { ScriptedView, Span } from './audience.ts'

const HEARTBEAT_MS = 10_000

/** Expected values of a view, as far as its player could report them. */
interface Truth {
  readonly hasStarted: boolean
  readonly hasFailed: boolean
  readonly hasLeft: boolean
  readonly ms: Readonly<Record<Span['what'], number>>
  readonly stalls: number
  readonly kbit: number
  readonly upscaledMs: number
  readonly downscaledMs: number
  /** Reports with a live latency. */
  readonly latencies: number
}

/** Computes the expected values of a view from its script. If the player falls silent, only the time until its last report
 * counts. */
export function truthOf(view: ScriptedView): Truth {
  const { spans, startupMs, waitMs, ending, isLive, latencyMs } = view
  const timed = timedSpans(view)
  const endMs = timed.at(-1)?.toMs ?? waitMs
  const reports = reportTimes(timed, endMs)
  const knownMs = ending === 'silence' ? (reports.at(-1) ?? 0) : endMs
  const known = timed
    .map((span) => ({ ...span, ms: Math.max(0, Math.min(span.toMs, knownMs) - span.fromMs) }))
    .filter(({ fromMs }) => fromMs <= knownMs)
  const sum = (value: (span: Span) => number) => known.reduce((total, span) => total + value(span), 0)
  const timeOf = (what: Span['what']) => sum((span) => (span.what === what ? span.ms : 0))
  const played = (part: (span: Span) => number) =>
    Math.round(sum((span) => (span.what === 'playing' ? part(span) * span.ms : 0)))
  const hasStarted = startupMs !== null
  return {
    hasStarted,
    hasFailed: ending === 'error',
    hasLeft: !hasStarted && ending !== 'error',
    ms: {
      playing: timeOf('playing'),
      stalled: timeOf('stalled'),
      seeking: timeOf('seeking'),
      paused: timeOf('paused'),
    },
    stalls: known.filter(({ what }) => what === 'stalled').length,
    kbit: played(({ kbps }) => kbps / 1000),
    upscaledMs: played(({ scale }) => Math.max(0, scale - 1)),
    downscaledMs: played(({ scale }) => Math.max(0, 1 - scale)),
    latencies:
      isLive && hasStarted && latencyMs <= 300_000 && spans.length > 0
        ? reports.filter((ms) => ms >= (startupMs ?? 0)).length + (ending === 'silence' ? 0 : 1)
        : 0,
  }
}

interface TimedSpan extends Span {
  readonly fromMs: number
  readonly toMs: number
}

function timedSpans({ spans, startupMs }: ScriptedView): TimedSpan[] {
  let toMs = startupMs ?? 0
  return spans.map((span) => {
    const fromMs = toMs
    toMs += span.ms
    return { ...span, fromMs, toMs }
  })
}

/** Times of reports besides the end: each change except the end of a seek, and every ten seconds unless paused. */
function reportTimes(timed: readonly TimedSpan[], endMs: number): number[] {
  const changes = timed.flatMap(({ fromMs }, n) => (timed[n - 1]?.what === 'seeking' ? [] : [fromMs]))
  const beats = Array.from({ length: Math.ceil(endMs / HEARTBEAT_MS) - 1 }, (_, n) => (n + 1) * HEARTBEAT_MS)
  const isResting = (ms: number) =>
    timed.some(({ what, fromMs, toMs }) => what === 'paused' && fromMs < ms && ms <= toMs)
  const spoken = beats.filter((ms) => !isResting(ms) && !timed.some(({ fromMs }) => fromMs === ms))
  return [0, ...changes, ...spoken].toSorted((one, other) => one - other)
}

/** Computes the metrics of views by their written definitions. Null if there is nothing to compute one from. */
export function metricsOf(views: readonly ScriptedView[]): Partial<Record<MetricId, number | null>> {
  const truths = views.map((view) => ({ ...truthOf(view), view }))
  const sum = (value: (truth: (typeof truths)[number]) => number) =>
    truths.reduce((total, truth) => total + value(truth), 0)
  const of = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  const percent = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole)
  const count = views.length
  const viewers = new Set(views.map(({ viewerId }) => viewerId)).size
  const sessions = new Set(views.map(({ sessionId }) => sessionId)).size
  const watchMs = sum(({ ms }) => ms.playing + ms.stalled + ms.seeking)
  const playedMs = sum(({ ms }) => ms.playing)
  const stalledMs = sum(({ ms }) => ms.stalled)
  const stalls = sum((truth) => truth.stalls)
  const failures = sum(({ hasFailed }) => Number(hasFailed))
  const exits = sum(({ hasLeft }) => Number(hasLeft))
  const upscaledMs = sum((truth) => truth.upscaledMs)
  const startup = medianOf(views.flatMap(({ startupMs }) => startupMs ?? []))
  const success = 100 * (1 - (failures + exits) / count)
  const soon = startup === null ? 0 : 8 / (8 + startup / 1000)
  const smooth =
    (Math.exp(-10 * (of(stalledMs, watchMs) ?? 0)) + 1 / Math.sqrt(1 + (stalls / count / 2) ** 2)) / 2
  const sharp = Math.exp(-0.33 * (of(upscaledMs, playedMs) ?? 0))
  return {
    views: count,
    viewers,
    sessions,
    'watch-time': watchMs / 1000,
    'average-watch-time': of(watchMs / 1000, count),
    'startup-time': startup,
    'rebuffer-percentage': percent(stalledMs, watchMs),
    'rebuffer-frequency': of(stalls, watchMs / 60_000),
    'exits-before-start': percent(exits, count),
    'playback-failures': percent(failures, count),
    'startup-failures': percent(
      sum(({ hasFailed, hasStarted }) => Number(hasFailed && !hasStarted)),
      count,
    ),
    'average-bitrate': of(
      sum(({ kbit }) => kbit),
      playedMs / 1000,
    ),
    upscale: percent(upscaledMs, playedMs),
    downscale: percent(
      sum((truth) => truth.downscaledMs),
      playedMs,
    ),
    'live-latency': of(
      sum(({ latencies, view }) => latencies * view.latencyMs),
      sum(({ latencies }) => latencies),
    ),
    'views-per-viewer': of(count, viewers),
    'sessions-per-viewer': of(sessions, viewers),
    'average-session': of(watchMs / 1000, sessions),
    'experience-score': success * (0.3 * soon + 0.5 * smooth + 0.2 * sharp),
  }
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
