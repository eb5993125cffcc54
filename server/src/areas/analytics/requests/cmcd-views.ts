import { createHash } from 'node:crypto'
import type { DeliveredFile } from '../../delivery/index.ts'
import type { FactsOf } from '../beacons/view-facts.ts'
import { CMCD_PLAYER, type ReceivedEvent } from '../deltas/deltas.ts'
import type { Cmcd } from './cmcd.ts'

/** Views of other players, derived from the CMCD of their requests. */
export interface CmcdViews {
  add(file: DeliveredFile, cmcd: Cmcd): void
  /** Returns one event for each view that changed since the last call. */
  take(): Promise<ReceivedEvent[]>
}

interface Watched {
  readonly file: DeliveredFile
  readonly viewId: string
  readonly startedMs: number
  lastMs: number
  watchMs: number
  kbit: number
  ratedMs: number
  stalls: number
  isChanged: boolean
}

const MAX_VIEWS = 20_000
const IDLE_MS = 3_600_000
/** Only video counts, so that separate audio does not double the watch time. */
const isPicture = ({ objectType }: Cmcd) => objectType === null || objectType === 'v' || objectType === 'av'

export function openCmcdViews(factsOf: FactsOf, nowMs: () => number): CmcdViews {
  const views = new Map<string, Watched>()

  function viewOf(file: DeliveredFile, cmcd: Cmcd): Watched | null {
    const viewId = viewIdOf(file, cmcd)
    const before = views.get(viewId)
    if (before !== undefined) return before
    if (views.size >= MAX_VIEWS) return null
    const at = nowMs()
    const none = { watchMs: 0, kbit: 0, ratedMs: 0, stalls: 0, isChanged: true }
    const view = { file, viewId, startedMs: at, lastMs: at, ...none }
    views.set(viewId, view)
    return view
  }

  return {
    add(file, cmcd) {
      const view = viewOf(file, cmcd)
      if (view === null || file.status >= 400) return
      const isMedia = file.kind === 'segment' && isPicture(cmcd)
      const ms = isMedia ? Math.min(file.durationS * 1000, cmcd.durationMs ?? Number.POSITIVE_INFINITY) : 0
      view.lastMs = nowMs()
      view.watchMs += ms
      view.kbit += (cmcd.bitrate * ms) / 1000
      if (cmcd.bitrate > 0) view.ratedMs += ms
      view.stalls += Number(cmcd.wasStarved)
      view.isChanged = true
    },
    async take() {
      const at = nowMs()
      for (const [id, { lastMs }] of views) if (at - lastMs > IDLE_MS) views.delete(id)
      const changed = [...views.values()].filter((view) => view.isChanged)
      return Promise.all(
        changed.map(async (view) => {
          const event = eventOf(view, at)
          Object.assign(view, { watchMs: 0, kbit: 0, ratedMs: 0, stalls: 0, isChanged: false })
          return { ...event, facts: await factsOf(view.file, givenOf(view), senderOf(view.file)) }
        }),
      )
    },
  }
}

/** The ID of the view in the warehouse: the session ID of Kinora's player, or a hash of another player's. */
export function viewIdOf({ environmentId, subject }: DeliveredFile, { sessionId, isBare }: Cmcd): string {
  if (isBare && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(sessionId)) return sessionId
  const hash = createHash('sha256').update(`${environmentId} ${subject.id} ${sessionId}`).digest('hex')
  // UUID version 8: custom content (RFC 9562, section 5.8).
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

function eventOf({ file, viewId, startedMs, watchMs, kbit, ratedMs, stalls }: Watched, at: number) {
  return {
    environmentId: file.environmentId,
    viewId,
    receivedMs: at,
    atMs: at,
    elapsedMs: at - startedMs,
    // A time as sequence number, so that events from several processes are in one order.
    type: 'heartbeat' as const,
    seq: Math.floor(at / 1000),
    isAdded: true as const,
    watchMs: Math.round(watchMs),
    playedMs: Math.round(watchMs),
    kbit: Math.round(kbit),
    ratedMs: Math.round(ratedMs),
    rebuffers: stalls,
    rebufferMs: 0,
    seekMs: 0,
    seeks: 0,
    upscaledMs: 0,
    downscaledMs: 0,
    startupMs: null,
    positionS: 0,
    played: [],
    mediaAt: null,
    value: null,
    errorCode: null,
  }
}

function givenOf({ viewId, file: { headers } }: Watched) {
  const page = headers.referer ?? headers.origin ?? ''
  const pageHost = URL.canParse(page) ? new URL(page).hostname : ''
  const ids = { viewId, sessionId: viewId, viewerId: viewId }
  return { ...ids, programme: '', partner: '', custom: [], model: '', playerVersion: CMCD_PLAYER, pageHost }
}

function senderOf({ headers, address }: DeliveredFile) {
  const isSet = (name: string) => headers[name] === '1'
  return { userAgent: headers['user-agent'] ?? '', address, isPrivate: isSet('dnt') || isSet('sec-gpc') }
}
