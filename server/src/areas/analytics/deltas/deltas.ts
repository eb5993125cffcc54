import type { ViewEvent } from '@kinora/contract'

/** Value of ID columns without an ID. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The `player_version` of views that are derived from CMCD (`requests/cmcd-views.ts`). */
export const CMCD_PLAYER = 'CMCD'

/** Columns of the custom dimensions. */
export const customColumns = [
  'custom_1',
  'custom_2',
  'custom_3',
  'custom_4',
  'custom_5',
  'custom_6',
  'custom_7',
  'custom_8',
  'custom_9',
  'custom_10',
] as const

/** Facts about a view that do not change: the columns of `views` that are neither keys nor sums. */
export interface ViewFacts extends Readonly<Record<(typeof customColumns)[number], string>> {
  readonly object_id: string
  readonly kind: 'video' | 'live'
  readonly custom_playback_id: string
  /** Hashes, as decimal numbers. */
  readonly session_id: string
  readonly viewer_id: string
  readonly programme: string
  readonly partner: string
  readonly country: string
  readonly region: string
  readonly city: string
  readonly isp: string
  readonly device_type: string
  readonly device: string
  readonly os: string
  readonly browser: string
  readonly player_version: string
  readonly page_host: string
  readonly is_bot: 0 | 1
}

/** The fields of an event that are neither facts nor replaced by the server. */
type Figures = Omit<
  ViewEvent,
  | 'at'
  | 'playbackId'
  | 'sessionId'
  | 'viewerId'
  | 'programme'
  | 'partner'
  | 'custom'
  | 'model'
  | 'playerVersion'
  | 'pageHost'
>

/** An event with facts that the server added. Times are in milliseconds since 1970 by the server's clock. */
export interface ReceivedEvent extends Figures {
  readonly environmentId: string
  readonly receivedMs: number
  readonly atMs: number
  readonly facts: ViewFacts
  /** Set for events derived from CMCD: their numbers are increments since the last event, not totals. */
  readonly isAdded?: true
}

/** The state of a view after its latest event. */
export interface ViewState {
  readonly startedMs: number
  readonly facts: ViewFacts
  readonly seq: number
  readonly counts: Counts
}

/** Columns of `views` that are summed. */
export const counted = [
  'views',
  'started_views',
  'exits_before_start',
  'playback_failures',
  'startup_failures',
  'watch_ms',
  'played_ms',
  'rebuffer_ms',
  'rebuffers',
  'seek_ms',
  'seeks',
  'kbit',
  'rated_ms',
  'upscaled_ms',
  'downscaled_ms',
  'latency_ms',
  'latencies',
] as const
type Counts = Readonly<Record<(typeof counted)[number], number>>

/** Viewers with a larger delay have rewound. */
const MAX_LATENCY_MS = 300_000
const MAX_SCALE = 20
const MAX_KBIT_PER_MS = 1000
/** Shortest time per rebuffer or seek. */
const SHORTEST_MS = 250

const nothing = Object.fromEntries(counted.map((name) => [name, 0])) as Counts

/** The state of a view after an event. Null if the event is late or a duplicate. */
export function stateAfter(before: ViewState | null, event: ReceivedEvent): ViewState | null {
  if (event.isAdded) return stateWith(before, event)
  if (before !== null && event.seq <= before.seq) return null
  return {
    startedMs: before?.startedMs ?? event.atMs - event.elapsedMs,
    facts: before?.facts ?? event.facts,
    seq: event.seq,
    counts: countsAfter(before?.counts ?? nothing, event),
  }
}

/** The state after an event derived from CMCD. Null if the player reports the view itself, so that it counts once. */
function stateWith(before: ViewState | null, event: ReceivedEvent): ViewState | null {
  const { facts, seq, watchMs, playedMs, kbit, ratedMs, rebuffers } = event
  if (before !== null && before.facts.player_version !== CMCD_PLAYER) return null
  const known = before?.counts ?? nothing
  return {
    startedMs: before?.startedMs ?? event.atMs - event.elapsedMs,
    facts: before?.facts ?? facts,
    seq: Math.max(before?.seq ?? 0, seq),
    counts: {
      ...known,
      views: 1,
      started_views: known.started_views === 1 || playedMs > 0 ? 1 : 0,
      watch_ms: known.watch_ms + watchMs,
      played_ms: known.played_ms + playedMs,
      kbit: known.kbit + kbit,
      rated_ms: known.rated_ms + (ratedMs ?? 0),
      rebuffers: known.rebuffers + rebuffers,
    },
  }
}

/** The row of `views` with the differences between two states of a view. */
export function rowBetween(
  { environmentId, viewId, startupMs, errorCode, positionS }: ReceivedEvent,
  before: ViewState | null,
  after: ViewState,
): Record<string, unknown> {
  const known = before?.counts ?? nothing
  return {
    environment_id: environmentId,
    started_at: after.startedMs,
    view_id: viewId,
    ...after.facts,
    ...Object.fromEntries(counted.map((name) => [name, after.counts[name] - known[name]])),
    // Set in one row only, so that each view counts once in the median.
    startup_ms: known.started_views === 0 ? startupMs : null,
    error_code: errorCode ?? '',
    max_position_s: positionS,
    last_seq: after.seq,
  }
}

/** Totals never decrease. No time exceeds the length of the view, no part its whole, and no number what fits into the time,
 * even if a player reports so. */
function countsAfter(before: Counts, event: ReceivedEvent): Counts {
  const { type, elapsedMs, startupMs, kbit, ratedMs, mediaAt, atMs, facts } = event
  const mostTimes = Math.ceil(elapsedMs / SHORTEST_MS)
  const watchMs = Math.min(event.watchMs, elapsedMs)
  const playedMs = Math.min(event.playedMs, elapsedMs)
  const rated = Math.min(ratedMs ?? (kbit > 0 ? playedMs : 0), playedMs)
  const most = (name: keyof Counts, value: number, limit: number) =>
    Math.max(before[name], Math.min(value, limit))
  const latencyMs = mediaAt === null || facts.kind !== 'live' ? -1 : atMs - mediaAt
  const hasLatency = latencyMs >= 0 && latencyMs <= MAX_LATENCY_MS
  const hasStarted = startupMs !== null || before.started_views === 1
  const hasFailed = type === 'error' || before.playback_failures === 1
  return {
    views: 1,
    started_views: Number(hasStarted),
    exits_before_start: Number(!hasStarted && !hasFailed),
    playback_failures: Number(hasFailed),
    startup_failures: Number(hasFailed && !hasStarted),
    watch_ms: most('watch_ms', watchMs, elapsedMs),
    played_ms: most('played_ms', playedMs, elapsedMs),
    rebuffer_ms: most('rebuffer_ms', event.rebufferMs, watchMs),
    rebuffers: most('rebuffers', event.rebuffers, mostTimes),
    seek_ms: most('seek_ms', event.seekMs, watchMs),
    seeks: most('seeks', event.seeks, mostTimes),
    kbit: most('kbit', kbit, MAX_KBIT_PER_MS * rated),
    rated_ms: most('rated_ms', rated, playedMs),
    upscaled_ms: most('upscaled_ms', event.upscaledMs, MAX_SCALE * playedMs),
    downscaled_ms: most('downscaled_ms', event.downscaledMs, playedMs),
    latency_ms: before.latency_ms + (hasLatency ? latencyMs : 0),
    latencies: before.latencies + Number(hasLatency),
  }
}
