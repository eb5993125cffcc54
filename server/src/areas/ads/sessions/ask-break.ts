import type { AdBreakKind } from '@kinora/contract'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { type AdAnswer, type AdOrigin, askAdServer, withBreakTracking } from '../vast/ask-ad-server.ts'
import { fillMacros } from '../vast/macros.ts'
import type { RequestOptions, ServerStates } from '../vast/requests.ts'
import type { Tracking } from '../vast/vast.ts'
import { offsetSeconds, type VmapBreak } from '../vast/vmap.ts'
import { type Viewing, viewerHeaders, viewingMacros, type WatchedContent } from './viewing.ts'

/** A break that an ad server is asked about. */
export interface PlannedBreak {
  readonly position: number
  readonly kind: AdBreakKind
  readonly atS: number
  readonly availableS: number
  /** Null if nobody is asked: the break stays empty. */
  readonly origin: AdOrigin | null
  /** Of the break itself. */
  readonly tracking?: readonly Tracking[]
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
}

/** In the order of VAST 4.1, 6.1: before, in or after the content. */
const positions: Readonly<Record<AdBreakKind, number>> = { preroll: 1, midroll: 2, postroll: 3 }

/** How far a break of an ad server may be from the one that it is asked about. */
const NEAR_S = 5

/** What an ad server answers about a break. Never throws. */
export async function askBreak(
  ads: Ads,
  asking: Asking,
  { kind, atS, availableS, origin, tracking = [], asked }: PlannedBreak,
): Promise<AdAnswer & { tookMs: number }> {
  const startedAt = performance.now()
  if (origin === null) {
    const { reason = 'no-campaign', exchanges = [] } = asked ?? {}
    return { ads: [], errors: [], reason, exchanges, tookMs: 0 }
  }
  const fill = filler(ads, asking, { BREAKPOSITION: positions[kind], BREAKMAXDURATION: availableS })
  const answer = await askAdServer({
    ...requestOptions(ads, asking),
    ...{ origin, fill, breakOf: (breaks) => nearest(breaks, kind, atS) },
  })
  return {
    ...answer,
    ads: withBreakTracking(answer.ads, tracking),
    exchanges: [...(asked?.exchanges ?? []), ...answer.exchanges],
    tookMs: Math.round((performance.now() - startedAt) * 10) / 10,
  }
}

/** How ad servers are asked for a viewer. */
export function requestOptions(ads: Ads, { channel, viewing, signal }: Asking): RequestOptions {
  return {
    headers: viewerHeaders(viewing),
    allowed: ads.config.URL_ALLOW_PRIVATE,
    signal,
    servers: serversOf(ads, channel, viewing),
  }
}

/** Replaces the macros of a URL. */
export function filler(
  { clock }: Pick<Ads, 'clock'>,
  { channel, content, viewing }: Asking,
  more: Readonly<Record<string, number>> = {},
): (url: string) => string {
  const macros = { ...viewingMacros(viewing, content, channel.metadata), ...more }
  return (url) => fillMacros(url, { ...macros, now: clock.now() })
}

/** Tenants do not pause each other's ad servers. */
function serversOf(
  { breaker }: Ads,
  { environmentId }: Pick<ChannelRow, 'environmentId'>,
  { isTrial }: Viewing,
): ServerStates {
  const keyOf = (host: string) => `${environmentId} ${host}`
  return {
    isPaused: (host) => !isTrial && breaker.isPaused(keyOf(host), performance.now()),
    record: (host, hasAnswered) => breaker.record(keyOf(host), hasAnswered, performance.now()),
  }
}

/** The break that an ad server means, of those that its answer names. */
function nearest(breaks: readonly VmapBreak[], kind: AdBreakKind, atS: number): VmapBreak | undefined {
  if (kind !== 'midroll')
    return breaks.find(({ offset }) => offset === (kind === 'preroll' ? 'start' : 'end'))
  const distance = ({ offset }: VmapBreak) =>
    Math.abs((offsetSeconds(offset, null) ?? Number.POSITIVE_INFINITY) - atS)
  return breaks.filter((each) => distance(each) <= NEAR_S).toSorted((a, b) => distance(a) - distance(b))[0]
}
