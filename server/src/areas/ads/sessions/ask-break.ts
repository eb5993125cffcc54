import { randomUUID } from 'node:crypto'
import type { AdBreakKind } from '@kinora/contract'
import type { Ads } from '../ads.ts'
import type { ChannelRow, WatchedContent } from '../channels/channel-row.ts'
import { contentMacros, type Viewing, viewerHeaders, viewingMacros } from '../facts/viewing.ts'
import { type AdAnswer, type AdOrigin, askAdServer } from '../vast/ask-ad-server.ts'
import { recordOnce } from '../vast/breaker.ts'
import { fillMacros, playheadOf } from '../vast/macros.ts'
import type { Asked, RequestOptions, ServerStates } from '../vast/requests.ts'
import { offsetNumber, offsetSeconds, type VmapBreak, withRepetitions } from '../vast/vmap.ts'

/** A planned break of a session, for which ads are requested. */
export interface PlannedBreak {
  readonly position: number
  readonly kind: AdBreakKind
  readonly atS: number
  readonly availableS: number
  /** Time at which the video resumes after ads, in seconds. Undefined: where it stopped. */
  readonly returnS?: number
  /** Source of ads. Null if no ad server is asked: only campaigns and house ads can fill the break. */
  readonly origin: AdOrigin | null
  /** Set for a break of VMAP, which has no length. `availableS` is its maximum. */
  readonly isOpen?: true
  /** Length of the video, if its end is known. */
  readonly videoS?: number
  /** Numbers of the video's breaks that were merged into it, from 1. */
  readonly numbers?: readonly number[]
  /** Requests for the VMAP document, which are logged with the first break. */
  readonly asked?: Pick<AdAnswer, 'reason' | 'exchanges'>
  /** ID of a live break. */
  readonly cueId?: string
}

/** Context of the requests for one decision. */
export interface Asking {
  readonly channel: ChannelRow
  readonly content: WatchedContent
  readonly viewing: Viewing
  /** Aborts when the viewer has to get an answer. */
  readonly signal: AbortSignal
  readonly servers: ServerStates
}

/** Values of `[BREAKPOSITION]` (VAST 4.1, 6.1). */
const positions: Readonly<Record<AdBreakKind, number>> = { preroll: 1, midroll: 2, postroll: 3 }

/** Maximum distance of a VMAP break from the requested break, in seconds. */
const NEAR_S = 5

/** Macros of a break. They contain nothing private about the viewer. */
export type BreakMacros = Readonly<Record<string, string | number>>

/** Requests the ads of a break. Never throws. */
export async function askBreak(
  ads: Ads,
  asking: Asking,
  planned: PlannedBreak,
  macros: BreakMacros,
): Promise<AdAnswer & { tookMs: number }> {
  const { origin, asked } = planned
  const startedAt = performance.now()
  if (origin === null) {
    const { reason = 'no-campaign', exchanges = [] } = asked ?? {}
    return { ads: [], errors: [], reason, exchanges, tookMs: 0 }
  }
  const fill = macroFiller(ads, asking, macros)
  const answer = await askAdServer({
    ...requestOptions(ads, asking),
    origin,
    fill,
    breaksOf: (breaks) => breaksAt(breaks, planned),
  })
  return {
    ...answer,
    exchanges: [...(asked?.exchanges ?? []), ...answer.exchanges],
    tookMs: Math.round((performance.now() - startedAt) * 10) / 10,
  }
}

export function breakMacros(
  { channel, content }: Asking,
  { kind, atS, availableS }: PlannedBreak,
): BreakMacros {
  const isVideo = channel.livestreamId === null
  return {
    ...contentMacros(content),
    BREAKPOSITION: positions[kind],
    BREAKMAXDURATION: availableS,
    TRANSACTIONID: randomUUID(),
    ...(isVideo && { CONTENTPLAYHEAD: playheadOf(atS), MEDIAPLAYHEAD: playheadOf(atS) }),
  }
}

/** Options of requests to ad servers on behalf of a viewer. */
export function requestOptions(
  { config, connections }: Ads,
  { viewing, signal, servers }: Asking,
): RequestOptions {
  const headers = viewerHeaders(viewing)
  return { headers, allowed: config, signal, servers, connections }
}

/** Returns a function that replaces the macros of a URL. */
export function macroFiller(
  { clock }: Pick<Ads, 'clock'>,
  { channel, content, viewing }: Asking,
  more: BreakMacros = {},
): (url: string) => string {
  const macros = { ...viewingMacros(viewing, content, channel.metadata), ...more }
  return (url) => fillMacros(url, { ...macros, now: clock.now() })
}

/** States of the ad servers for one decision. They are separate for each channel, so that a wrong ad tag only stops itself. */
export function serversOf(
  { breaker }: Ads,
  { id }: Pick<ChannelRow, 'id'>,
  { isTrial }: Viewing,
): ServerStates {
  const keysOf = ({ host, address }: Asked) => [`${id} host ${host}`, `${id} address ${address}`] as const
  const record = recordOnce((key, hasAnswered) => breaker.record(key, hasAnswered, performance.now()))
  return {
    isPaused: (asked) => !isTrial && keysOf(asked).some((key) => breaker.isPaused(key, performance.now())),
    record(asked, result) {
      const [host, address] = keysOf(asked)
      record(host, result !== 'host-failed')
      if (result !== 'host-failed') record(address, result === 'answered')
    },
  }
}

/** Selects the VMAP breaks that belong to a planned break: all at the nearest offset, if that is near enough. */
function breaksAt(
  given: readonly VmapBreak[],
  { kind, atS, videoS, numbers = [] }: PlannedBreak,
): readonly VmapBreak[] {
  const distance = ({ offset }: VmapBreak) => {
    if (numbers.includes(offsetNumber(offset) ?? 0)) return 0
    if (offset === 'start' || offset === 'end') return offset === edges[kind] ? 0 : Number.POSITIVE_INFINITY
    return Math.abs((offsetSeconds(offset, videoS ?? null) ?? Number.POSITIVE_INFINITY) - atS)
  }
  const breaks = withRepetitions(given, videoS ?? atS + NEAR_S)
  const nearestS = Math.min(...breaks.map(distance))
  return nearestS <= (kind === 'midroll' ? NEAR_S : 0)
    ? breaks.filter((each) => distance(each) === nearestS)
    : []
}

const edges: Readonly<Record<AdBreakKind, string>> = { preroll: 'start', midroll: '', postroll: 'end' }
