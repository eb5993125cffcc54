/** Figures of a stream in a step. */
export interface Bucket {
  readonly firstMs: number
  readonly lastMs: number
  /** Number of points. The figures are their sums, the largest level and the most viewers. */
  readonly count: number
  readonly kbps: number
  readonly fps: number
  readonly dropped: number
  readonly level: number | null
  readonly viewers: number
}

/** The known past of a stream. */
export interface StreamPast {
  /** Figures in order of time. */
  readonly buckets: readonly Bucket[]
  /** Times at which the slate came and went. */
  readonly slates: readonly { readonly atMs: number; readonly isOn: boolean }[]
  /** End of the last session, or the start of the current one. */
  readonly sessionMs: number
  /** From then on the stream has waited for its publisher. */
  readonly waitsFromMs: number
}

/** Figures are stored every 5 s, so a stream that was seen within this time is on air. */
const FRESH_MS = 12_000

/** Computes the metrics of a stream at times that increase. */
export function streamValues(
  { buckets, slates, sessionMs, waitsFromMs }: StreamPast,
  { windowMs, metrics }: { readonly windowMs: number; readonly metrics: readonly string[] },
): (atMs: number) => Record<string, number | null> {
  let first = 0
  let end = 0
  let slate = 0
  return (atMs) => {
    while (end < buckets.length && (buckets[end]?.firstMs ?? 0) < atMs) end += 1
    while (first < end && (buckets[first]?.firstMs ?? 0) < atMs - windowMs) first += 1
    while (slate < slates.length && (slates[slate]?.atMs ?? 0) <= atMs) slate += 1
    const seenMs = buckets[end - 1]?.lastMs ?? sessionMs
    const awayMs = Math.max(0, atMs - seenMs)
    const isOnAir = awayMs <= FRESH_MS && atMs < waitsFromMs
    const all: Record<string, number | null> = {
      'live.offline': isOnAir ? 0 : Math.round(awayMs / 100) / 10,
      'live.slate': slateSeconds(slates[slate - 1], atMs),
      ...(isOnAir ? figuresOf(buckets.slice(first, end)) : unknown),
    }
    return Object.fromEntries(metrics.map((metric) => [metric, all[metric] ?? null]))
  }
}

const unknown = {
  'live.bitrate': null,
  'live.frame_rate': null,
  'live.audio_level': null,
  'live.dropped_frames': null,
  'live.viewers': null,
}

function figuresOf(window: readonly Bucket[]): Record<keyof typeof unknown, number | null> {
  const count = window.reduce((sum, bucket) => sum + bucket.count, 0)
  const last = window.at(-1)
  if (last === undefined || count === 0) return unknown
  const total = (name: 'kbps' | 'fps' | 'dropped') => window.reduce((sum, bucket) => sum + bucket[name], 0)
  const levels = window.flatMap(({ level }) => level ?? [])
  return {
    'live.bitrate': Math.round(total('kbps') / count),
    'live.frame_rate': Math.round((total('fps') / count) * 10) / 10,
    'live.audio_level': levels.length === 0 ? null : Math.max(...levels),
    'live.dropped_frames': total('dropped'),
    'live.viewers': last.viewers,
  }
}

function slateSeconds(
  last: { readonly atMs: number; readonly isOn: boolean } | undefined,
  atMs: number,
): number {
  return last?.isOn ? Math.round((atMs - last.atMs) / 1000) : 0
}
