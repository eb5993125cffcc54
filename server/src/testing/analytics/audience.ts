import { randomUUID } from 'node:crypto'
import { beaconLimits, type ViewEvent, type ViewEventType } from '@kinora/contract'
import { retryUntilDone } from '../test-processes.ts'
import { sendViewEvents, viewEventOf } from './view-event.ts'

/** A stretch of playback after the first frame: activity, length, bitrate and scale. */
export interface Span {
  readonly what: 'playing' | 'stalled' | 'seeking' | 'paused'
  readonly ms: number
  readonly kbps: number
  /** Displayed size divided by resolution. */
  readonly scale: number
}

/** Network faults that the reports of a view can suffer. */
const faults = ['none', 'none', 'twice', 'disorder', 'middle-lost', 'first-lost'] as const

/** The script of a view, from which both reports and expected metrics are derived. */
export interface ScriptedView {
  readonly viewId: string
  readonly viewerId: string
  readonly sessionId: string
  readonly playbackId: string
  readonly isLive: boolean
  readonly partner: string
  readonly programme: string
  readonly custom: readonly string[]
  readonly device: Device
  readonly location: Location
  readonly startedMs: number
  /** Offset of the player's clock; positive if it is ahead. */
  readonly clockOffMs: number
  /** Null if the first frame is never shown. */
  readonly startupMs: number | null
  /** Time until the viewer leaves or playback fails, if the first frame is never shown. */
  readonly waitMs: number
  readonly spans: readonly Span[]
  readonly ending: 'end' | 'error' | 'silence'
  readonly latencyMs: number
  readonly fault: (typeof faults)[number]
}

interface Device {
  readonly type: string
  readonly os: string
  readonly userAgent: string
}

interface Location {
  readonly country: string
  readonly address: string
}

const devices: readonly Device[] = [
  {
    type: 'phone',
    os: 'Android',
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  },
  {
    type: 'computer',
    os: 'Windows',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  },
  {
    type: 'tablet',
    os: 'iOS',
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  },
]

/** IP addresses with known countries. */
const locations: readonly Location[] = [
  { country: 'US', address: '8.8.8.8' },
  { country: 'IN', address: '49.32.0.1' },
  { country: 'DE', address: '91.0.0.1' },
]

const clockOffs = [0, -700, 5 * 3_600_000, -9 * 365 * 86_400_000]

/** Returns reproducible pseudorandom numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface AudienceOptions {
  readonly seed: number
  readonly count: number
  readonly videoId: string
  readonly liveId: string
  /** Views start between these times. */
  readonly fromMs: number
  readonly toMs: number
}

/** Makes views that differ in all values that metrics depend on. */
export function makeAudience(options: AudienceOptions): ScriptedView[] {
  const { seed, count, videoId, liveId, fromMs, toMs } = options
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from))
  const oneOf = <T>(values: readonly [T, ...T[]] | readonly T[]) => values[whole(0, values.length)] as T
  const sessions = Array.from({ length: Math.ceil(count / 2) }, () => randomUUID())

  function spansOf(): Span[] {
    let quality = { kbps: whole(300, 6000), scale: 1 }
    const spans: Span[] = []
    for (let n = whole(1, 7); n > 0; n -= 1) {
      spans.push({ what: 'playing', ms: whole(500, 25_000), ...quality })
      const next = oneOf(['stalled', 'seeking', 'paused', 'quality'] as const)
      if (next === 'quality') quality = { kbps: whole(300, 6000), scale: oneOf([0.5, 0.75, 1, 1.5, 2]) }
      else spans.push({ what: next, ms: whole(50, 3000), ...quality })
    }
    return [...spans, { what: 'playing', ms: whole(100, 5000), ...quality }]
  }

  return Array.from({ length: count }, () => {
    const isLive = random() < 0.3
    const startupMs = random() < 0.12 ? null : whole(120, 4000)
    const session = whole(0, sessions.length)
    return {
      viewId: randomUUID(),
      viewerId: `viewer ${session % 333}`,
      sessionId: sessions[session] ?? '',
      playbackId: isLive ? liveId : videoId,
      isLive,
      partner: oneOf(['Tara', 'Dune', '']),
      programme: oneOf(['Evening debate', 'Coastal final']),
      custom: [oneOf(['gold', 'silver', '']), 'Kriti'],
      device: oneOf(devices),
      location: oneOf(locations),
      startedMs: whole(fromMs, toMs),
      clockOffMs: oneOf(clockOffs),
      startupMs,
      waitMs: whole(300, 15_000),
      spans: startupMs === null ? [] : spansOf(),
      ending: oneOf(['end', 'end', 'end', 'error', 'silence'] as const),
      // Delays of more than five minutes do not count, because the viewer has rewound.
      latencyMs: random() < 0.1 ? 400_000 : whole(1500, 30_000),
      // Each report of a live view counts for its latency, so all arrive, in order.
      fault: isLive ? oneOf(['none', 'twice'] as const) : oneOf(faults),
    }
  })
}

const HEARTBEAT_MS = 10_000
const entering = { playing: null, stalled: 'stall', seeking: 'seek', paused: 'pause' } as const

interface Moment {
  readonly ms: number
  readonly type: ViewEventType | null
  readonly now: Span['what'] | 'loading'
  readonly kbps: number
  readonly scale: number
}

/** The reports of the player in order, as `player/src/beacon` sends them. */
function reportsOf(view: ScriptedView): ViewEvent[] {
  const { spans, startupMs, startedMs, ending, clockOffMs, isLive, latencyMs } = view
  const moments = momentsOf(view)
  const totals = {
    playedMs: 0,
    rebufferMs: 0,
    seekMs: 0,
    rebuffers: 0,
    seeks: 0,
    kbit: 0,
    upscaledMs: 0,
    downscaledMs: 0,
  }
  const reports: ViewEvent[] = []
  let before: Moment = { ms: 0, type: null, now: 'loading', kbps: spans[0]?.kbps ?? 0, scale: 1 }
  for (const moment of moments) {
    const ms = moment.ms - before.ms
    if (before.now === 'playing') {
      totals.playedMs += ms
      totals.kbit += (before.kbps * ms) / 1000
      totals.upscaledMs += Math.max(0, before.scale - 1) * ms
      totals.downscaledMs += Math.max(0, 1 - before.scale) * ms
    }
    if (before.now === 'stalled') totals.rebufferMs += ms
    if (before.now === 'seeking') totals.seekMs += ms
    if (moment.now === 'stalled' && before.now !== 'stalled') totals.rebuffers += 1
    if (moment.now === 'seeking' && before.now !== 'seeking') totals.seeks += 1
    before = moment
    if (moment.type === null) continue
    const hasStarted = startupMs !== null && moment.ms >= startupMs
    const { viewId, viewerId, sessionId, partner, programme, custom } = view
    reports.push(
      viewEventOf(view.playbackId, {
        viewId,
        viewerId,
        sessionId,
        partner,
        programme,
        custom: [...custom],
        type: moment.type,
        seq: reports.length,
        elapsedMs: moment.ms,
        at: startedMs + moment.ms + clockOffMs,
        startupMs: hasStarted ? startupMs : null,
        watchMs: totals.playedMs + totals.rebufferMs + totals.seekMs,
        ...totals,
        kbit: Math.round(totals.kbit),
        upscaledMs: Math.round(totals.upscaledMs),
        downscaledMs: Math.round(totals.downscaledMs),
        positionS: totals.playedMs / 1000,
        mediaAt: isLive && hasStarted ? startedMs + moment.ms - latencyMs : null,
        errorCode: ending === 'error' && moment.type === 'error' ? 'network' : null,
      }),
    )
  }
  return reports
}

function momentsOf({ spans, startupMs, waitMs, ending }: ScriptedView): Moment[] {
  const [first] = spans
  const moments: Moment[] = [
    { ms: 0, type: 'start', now: 'loading', kbps: first?.kbps ?? 0, scale: first?.scale ?? 1 },
  ]
  let ms = startupMs ?? waitMs
  let before: Span | null = null
  for (const span of spans) {
    const { what: now, kbps, scale } = span
    moments.push({ ms, type: typeOf(before, span), now, kbps, scale })
    ms += span.ms
    before = span
  }
  const last = moments.at(-1) as Moment
  const all = [...moments, ...heartbeats(moments, ms)].toSorted((one, other) => one.ms - other.ms)
  return ending === 'silence' ? all : [...all, { ...last, ms, type: ending }]
}

function typeOf(before: Span | null, { what }: Span): ViewEventType | null {
  if (before === null) return 'first-frame'
  if (what !== 'playing') return entering[what]
  if (before.what === 'playing') return 'quality'
  return before.what === 'stalled' ? 'resume' : before.what === 'paused' ? 'play' : null
}

function heartbeats(moments: readonly Moment[], endMs: number): Moment[] {
  const beats: Moment[] = []
  for (let ms = HEARTBEAT_MS; ms < endMs; ms += HEARTBEAT_MS) {
    const current = moments.findLast((moment) => moment.ms < ms)
    const isBusy = moments.some((moment) => moment.ms === ms)
    if (current !== undefined && current.now !== 'paused' && !isBusy)
      beats.push({ ...current, ms, type: 'heartbeat' })
  }
  return beats
}

interface Round {
  readonly url: string
  /** Current time of the server. */
  readonly nowMs: number
}

/** Sends the reports of all views in rounds. Views with the same device, country and clock share a browser. Each browser
 * sends one request per round and repeats it until the server accepts it.
 * @param next called before each round */
export async function sendAudience(
  audience: readonly ScriptedView[],
  next: () => Round | Promise<Round>,
): Promise<void> {
  const browserOf = ({ device, location, clockOffMs }: ScriptedView) =>
    [device.type, location.country, clockOffMs].join()
  const browsers = [...Map.groupBy(audience, browserOf).values()].map((views) => ({
    ...views[0],
    events: views.flatMap(arrivalsOf),
  }))
  const { events: perRound } = beaconLimits
  for (let at = 0; ; at += perRound) {
    const sending = browsers.filter(({ events }) => events.length > at)
    if (sending.length === 0) return
    const { url, nowMs } = await next()
    await Promise.all(
      sending.map(async ({ device, location, clockOffMs = 0, events }) => {
        const headers = { 'x-forwarded-for': location?.address ?? '' }
        const sender = { userAgent: device?.userAgent ?? '', nowMs: nowMs + clockOffMs, headers }
        await retryUntilDone(async () => {
          const status = await sendViewEvents(url, events.slice(at, at + perRound), sender)
          if (status !== 204) throw new Error(`reports were answered with ${status}`)
        })
      }),
    )
  }
}

/** The reports as they arrive after network faults. */
function arrivalsOf({ fault, ...view }: ScriptedView): ViewEvent[] {
  const reports = reportsOf({ ...view, fault })
  if (fault === 'twice') return reports.flatMap((report) => [report, report])
  if (fault === 'disorder') return reports.toReversed()
  if (fault === 'middle-lost') return reports.filter((_, n) => n === 0 || n === reports.length - 1)
  if (fault === 'first-lost') return reports.slice(-1)
  return reports
}
