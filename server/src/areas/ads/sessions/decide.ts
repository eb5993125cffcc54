import type { AdBreakKind } from '@kinora/contract'
import { adLimits } from '@kinora/contract'
import type { Ads } from '../ads.ts'
import { type CreativeRow, chooseMedia, creativeOf, findCreatives } from '../creatives/creatives.ts'
import type { AdShape } from '../creatives/shape.ts'
import { earningsOf, type Pricing } from '../facts/pricing.ts'
import { type AdError, askAdServer, errorsOf, type ServerStates } from '../vast/ask-ad-server.ts'
import { fillMacros } from '../vast/macros.ts'
import type { InlineAd } from '../vast/vast.ts'
import type { Decision, InsertedAd, SkipReason, StoredAd } from './decision.ts'
import { type Fillers, fillerCreatives, withFillers } from './fillers.ts'

/** A break that an ad server is asked about. */
export interface PlannedBreak {
  readonly position: number
  readonly kind: AdBreakKind
  readonly atS: number
  readonly availableS: number
  readonly tagUrl: string
  /** The break of a live stream. */
  readonly cueId?: string
}

export interface DecisionContext {
  readonly environmentId: string
  readonly contentId: string
  readonly sessionId: string
  readonly viewer: { readonly address: string; readonly userAgent: string }
  readonly shape: AdShape
  /** Asks ad servers in any case, also those that have failed repeatedly. */
  readonly isTrial: boolean
  /** Of ads without a price. */
  readonly pricing: Pricing | null
  readonly fillers: Fillers
  /** When the viewer gets an answer at the latest. */
  readonly signal: AbortSignal
}

/** Lengths in ad servers' answers and of encoded files differ a little. */
const TOLERANCE_S = 0.5

/** In the order of VAST 4.1, 6.1: before, in or after the content. */
const positions: Readonly<Record<AdBreakKind, number>> = { preroll: 1, midroll: 2, postroll: 3 }

/** Decides about a break. Never throws because of an ad server.
 * @returns errors to report to ad servers too */
export async function decide(
  ads: Ads,
  context: DecisionContext,
  { tagUrl, cueId, ...planned }: PlannedBreak,
): Promise<{ decision: Decision; errors: readonly AdError[] }> {
  const { environmentId, shape } = context
  const startedAt = performance.now()
  const answer = await askAdServer({
    url: tagUrl,
    headers: viewerHeaders(context),
    allowed: ads.config.URL_ALLOW_PRIVATE,
    signal: context.signal,
    servers: serversOf(ads, context),
    fill: (url) => fillMacros(url, macrosOf(ads, context, planned)),
  })
  const candidates = answer.ads.map((ad) => {
    const media = chooseMedia(ad.mediaFiles)
    return { ad, media, wanted: media && creativeOf(ad, media) }
  })
  const wanted = [
    ...candidates.flatMap((each) => (each.wanted === null ? [] : [each.wanted])),
    ...fillerCreatives(context.fillers),
  ]
  const creatives = await findCreatives(ads, environmentId, shape, wanted)
  const errors = [...answer.errors]
  let filledS = 0
  const offered = candidates.map(({ ad, media, wanted: own }): StoredAd => {
    const creative = own === null ? undefined : creatives.get(own.key)
    const durationS = creative?.durationS ?? ad.durationS
    const state = creative?.state === 'ready' && !isEven(creative, shape) ? 'failed' : creative?.state
    const skipped = skipReason(ad, state, own !== null, durationS, planned.availableS - filledS)
    if (skipped !== null) errors.push(...errorsOf(ad.tracking, skipped))
    else filledS += durationS ?? 0
    return {
      ...{
        adId: ad.id,
        title: ad.title,
        adSystem: ad.system,
        mediaUrl: media?.url ?? null,
        durationS,
        skipped,
      },
      inserted:
        skipped === null && creative !== undefined
          ? {
              ...insertedOf(ad, creative, durationS ?? 0),
              labels: {
                ...{ campaign: ad.id ?? '', advertiser: ad.advertiser ?? '', adSystem: ad.system ?? '' },
                ...{ breakKind: planned.kind, earnings: earningsOf(ad.pricing ?? context.pricing) },
              },
            }
          : null,
    }
  })
  const readyOf = (key: string) => {
    const creative = creatives.get(key)
    return creative?.state === 'ready' && isEven(creative, shape) ? creative : undefined
  }
  const { availableS } = planned
  const all = withFillers(offered, context.fillers, readyOf, {
    ...{ availableS, toleranceS: TOLERANCE_S, isLive: cueId !== undefined },
  })
  const tookMs = Math.round((performance.now() - startedAt) * 10) / 10
  const { reason, exchanges } = answer
  return {
    decision: {
      ...{ ...planned, cueId: cueId ?? null, placed: null, filledS, reason, tookMs, exchanges },
      offered: all,
    },
    errors,
  }
}

function insertedOf(
  { tracking, clickThroughUrl, skipOffset }: InlineAd,
  { id: creativeId, outputs }: Pick<CreativeRow, 'id' | 'outputs'>,
  durationS: number,
): InsertedAd {
  const skipAfterS =
    skipOffset && ('seconds' in skipOffset ? skipOffset.seconds : skipOffset.share * durationS)
  const isSkippable = skipAfterS !== null && skipAfterS < durationS
  return { creativeId, outputs, tracking, clickThroughUrl, skipAfterS: isSkippable ? skipAfterS : null }
}

/** Tenants do not pause each other's ad servers. */
function serversOf({ breaker }: Ads, { environmentId, isTrial }: DecisionContext): ServerStates {
  const keyOf = (host: string) => `${environmentId} ${host}`
  return {
    isPaused: (host) => !isTrial && breaker.isPaused(keyOf(host), performance.now()),
    record: (host, hasAnswered) => breaker.record(keyOf(host), hasAnswered, performance.now()),
  }
}

/** In live streams, all renditions of an ad have the same number of segments. */
function isEven({ outputs }: CreativeRow, { segmentS }: AdShape): boolean {
  return segmentS === undefined || new Set(outputs.map(({ segments }) => segments.length)).size <= 1
}

function skipReason(
  { durationS: declaredS }: InlineAd,
  state: 'preparing' | 'ready' | 'failed' | undefined,
  hasMedia: boolean,
  durationS: number | null,
  leftS: number,
): SkipReason | null {
  if (!hasMedia) return 'no-media'
  const lengthS = durationS ?? declaredS ?? 0
  if (lengthS > adLimits.longestAdS || lengthS > leftS + TOLERANCE_S) return 'too-long'
  if (state === 'failed') return 'creative-failed'
  return state === 'ready' ? null : 'preparing'
}

/** As ad servers expect them of servers that insert ads (VAST 4.3, 1.2.3). */
export function viewerHeaders({ viewer }: Pick<DecisionContext, 'viewer'>): Record<string, string> {
  return {
    'x-device-ip': viewer.address,
    'x-forwarded-for': viewer.address,
    'x-device-user-agent': viewer.userAgent.replace(/[^\x20-\x7e]/g, ''),
  }
}

function macrosOf(
  { clock }: Pick<Ads, 'clock'>,
  { sessionId, contentId, viewer }: DecisionContext,
  { kind, availableS }: Pick<PlannedBreak, 'kind' | 'availableS'>,
) {
  return {
    now: clock.now(),
    SESSIONID: sessionId,
    CONTENTID: contentId,
    BREAKPOSITION: positions[kind],
    BREAKMAXDURATION: availableS,
    DEVICEIP: viewer.address,
    DEVICEUA: viewer.userAgent,
  }
}
