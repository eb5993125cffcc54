import { randomUUID } from 'node:crypto'
import type { AdBreakKind } from '@kinora/contract'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { type AdAnswer, type AdOrigin, askAdServer } from '../vast/ask-ad-server.ts'
import { recordOnce } from '../vast/breaker.ts'
import { fillMacros, playheadOf } from '../vast/macros.ts'
import type { RequestOptions, ServerStates } from '../vast/requests.ts'
import { offsetNumber, offsetSeconds, type VmapBreak } from '../vast/vmap.ts'
import { contentMacros, type Viewing, viewerHeaders, viewingMacros, type WatchedContent } from './viewing.ts'

/** A break that an ad server is asked about. */
export interface PlannedBreak {
  readonly position: number
  readonly kind: AdBreakKind
  readonly atS: number
  readonly availableS: number
  /** Where the video goes on after ads, in seconds. Left out for where it stopped. */
  readonly returnS?: number
  /** Null if nobody is asked: the break stays empty. */
  readonly origin: AdOrigin | null
  /** Set if an ad server named the break, but not how long it is: `availableS` is what it may be. */
  readonly isOpen?: true
  /** Length of a video whose end is known. */
  readonly videoS?: number
  /** Which of the breaks of the video it is, from 1. Several if they are at one place. */
  readonly numbers?: readonly number[]
  /** What asking for the breaks was like. It is logged with the first one. */
  readonly asked?: Pick<AdAnswer, 'reason' | 'exchanges'>
  /** The break of a live stream. */
  readonly cueId?: string
}

/** Who asks, for whom, and until when. */
export interface Asking {
  readonly channel: ChannelRow
  readonly content: WatchedContent
  readonly viewing: Viewing
  /** When the viewer gets an answer at the latest. */
  readonly signal: AbortSignal
  readonly servers: ServerStates
}

/** In the order of VAST 4.1, 6.1: before, in or after the content. */
const positions: Readonly<Record<AdBreakKind, number>> = { preroll: 1, midroll: 2, postroll: 3 }

/** How far a break of an ad server may be from the one that it is asked about. */
const NEAR_S = 5

/** What macros say about a break. Nothing of it is a secret of the viewer. */
export type BreakMacros = Readonly<Record<string, string | number>>

/** What an ad server answers about a break. Never throws. */
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

/** How ad servers are asked for a viewer. */
export function requestOptions({ config }: Ads, { viewing, signal, servers }: Asking): RequestOptions {
  return { headers: viewerHeaders(viewing), allowed: config.URL_ALLOW_PRIVATE, signal, servers }
}

/** Replaces the macros of a URL. */
export function macroFiller(
  { clock }: Pick<Ads, 'clock'>,
  { channel, content, viewing }: Asking,
  more: BreakMacros = {},
): (url: string) => string {
  const macros = { ...viewingMacros(viewing, content, channel.metadata), ...more }
  return (url) => fillMacros(url, { ...macros, now: clock.now() })
}

/** The ad servers of one decision. Tenants do not pause each other's. */
export function serversOf(
  { breaker }: Ads,
  { environmentId }: Pick<ChannelRow, 'environmentId'>,
  { isTrial }: Viewing,
): ServerStates {
  const keyOf = (host: string) => `${environmentId} ${host}`
  return {
    isPaused: (host) => !isTrial && breaker.isPaused(keyOf(host), performance.now()),
    record: recordOnce((host, hasAnswered) => breaker.record(keyOf(host), hasAnswered, performance.now())),
  }
}

/** The breaks that an ad server means, of those that its answer names: all that are at the nearest place. */
function breaksAt(
  breaks: readonly VmapBreak[],
  { kind, atS, videoS, numbers = [] }: PlannedBreak,
): readonly VmapBreak[] {
  const distance = ({ offset }: VmapBreak) => {
    if (numbers.includes(offsetNumber(offset) ?? 0)) return 0
    if (offset === 'start' || offset === 'end') return offset === edges[kind] ? 0 : Number.POSITIVE_INFINITY
    return Math.abs((offsetSeconds(offset, videoS ?? null) ?? Number.POSITIVE_INFINITY) - atS)
  }
  const nearestS = Math.min(...breaks.map(distance))
  return nearestS <= (kind === 'midroll' ? NEAR_S : 0)
    ? breaks.filter((each) => distance(each) === nearestS)
    : []
}

const edges: Readonly<Record<AdBreakKind, string>> = { preroll: 'start', midroll: '', postroll: 'end' }
