import type { Ads } from '../ads.ts'
import { creativeOf, findCreatives } from '../creatives/creatives.ts'
import { isApproved, type WantedCreative } from '../creatives/demand.ts'
import type { AdShape } from '../creatives/shape.ts'
import type { CreativeRow } from '../creatives/tables.ts'
import { type Decision, insertedAds } from '../decisions/decision.ts'
import { inlineOf, type OfferedAd } from '../offers/offers.ts'
import { type Cap, countViews } from '../rules/ad-views.ts'
import { type AdAnswer, type AdError, MAX_ERRORS } from '../vast/ask-ad-server.ts'
import { fillKnownMacros } from '../vast/macros.ts'
import { chooseMedia } from '../vast/media.ts'
import { channelPricing } from '../vast/pricing.ts'
import { isUnanswered } from '../vast/requests.ts'
import type { InlineAd } from '../vast/vast.ts'
import { type Asking, askBreak, breakMacros, type PlannedBreak } from './ask-break.ts'
import { type Candidate, chooseAds } from './choose-ads.ts'
import { fillerCreatives, fillersOf, noFillers, withFillers } from './fillers.ts'

/** A decision, with the errors to send to ad servers. */
export interface Decided {
  readonly decision: Decision
  readonly errors: readonly AdError[]
}

/** Tolerance in seconds, because lengths in VAST and of encoded files differ a little. */
const TOLERANCE_S = 0.5
/** Length of a VMAP break without ads, in seconds. */
const EMPTY_BREAK_S = 120

/**
 * Decides about breaks of a session: requests ads for all of them in parallel, and then chooses ads for one break after the other.
 * Never throws because of an ad server.
 * @param earlier decisions of the session
 */
export async function decideBreaks(
  ads: Ads,
  asking: Asking,
  shape: AdShape,
  breaks: readonly PlannedBreak[],
  earlier: readonly Decision[] = [],
): Promise<Decided[]> {
  const { channel, viewing } = asking
  const { environmentId } = channel
  const macros = breaks.map((each) => breakMacros(asking, each))
  const [answers, campaigns] = await Promise.all([
    Promise.all(breaks.map((each, n) => askBreak(ads, asking, each, macros[n] ?? {}))),
    Promise.all(breaks.map((each) => askCampaigns(ads, asking, each))),
  ])
  const offers = answers.map((answer, n) => allOffers(answer, campaigns[n] ?? [], channel))
  const fillers = fillersOf(channel)
  const all = offers.flat().flatMap((offer) => [offer, ...(offer.spares ?? [])])
  const wanted = all.flatMap(({ wanted: own }) => (own === null ? [] : [own]))
  const [creatives, seen] = await Promise.all([
    findCreatives(ads, environmentId, shape, [...wanted, ...fillerCreatives(fillers)]),
    countViews(
      ads,
      { environmentId, sessionId: viewing.sessionId, viewer: viewing.facts.viewer },
      all.flatMap(({ caps }) => caps),
    ),
  ])
  addInserted(seen, earlier)
  const usable = (key: string) => {
    const creative = creatives.get(key)
    return creative && (isEven(creative, shape) ? creative : { ...creative, state: 'failed' as const })
  }
  const readyOf = (key: string) => {
    const creative = usable(key)
    return creative?.state === 'ready' ? creative : undefined
  }
  const rules = { pricing: channelPricing(channel), isSeparated: channel.competitiveSeparation, seen }
  return breaks.map((planned, n) => {
    const { reason, exchanges, tookMs, errors } = answers[n] as (typeof answers)[number]
    const candidateOf = ({ wanted: own, spares, ...offer }: Offer): Candidate => ({
      ...offer,
      creative: own === null ? undefined : approved(usable(own.key), own),
      ...(spares && { spares: spares.map(candidateOf) }),
    })
    const candidates = (offers[n] ?? []).map(candidateOf)
    const { position, kind, atS, cueId = null } = planned
    const availableS = planned.isOpen ? openLength(candidates, planned.availableS) : planned.availableS
    const chosen = chooseAds(candidates, {
      ...rules,
      kind,
      availableS,
      toleranceS: TOLERANCE_S,
      macros: macros[n] ?? {},
    })
    const isLive = cueId !== null
    const isSpared = reason === 'suppressed'
    const offered = withFillers(chosen.offered, isSpared ? noFillers : fillers, readyOf, {
      availableS: chosen.filledS > 0 ? planned.availableS : availableS,
      toleranceS: TOLERANCE_S,
      isLive,
    })
    const { filledS } = chosen
    const hasCampaign = offered.some(({ inserted }) => inserted?.offeredCreativeId !== undefined)
    const decision: Decision = {
      position,
      kind,
      atS,
      availableS,
      filledS,
      tookMs,
      offered,
      exchanges,
      reason: hasCampaign && (reason === 'no-ads' || reason === 'no-campaign') ? null : reason,
      hasEmptyAnswer: reason === 'no-ads',
      returnS: planned.returnS ?? null,
      cueId,
      splice: null,
      retriesLeft: 0,
    }
    const limitS = isLive ? channel.personalizationThresholdS : null
    const final = isUnderfilled(decision, limitS) ? underfilled(decision) : decision
    return {
      decision: { ...final, retriesLeft: retriesOf(planned, final) },
      errors: [...errors, ...chosen.errors]
        .slice(0, MAX_ERRORS)
        .map(({ url, code }) => ({ url: fillKnownMacros(url, macros[n] ?? {}), code })),
    }
  })
}

/** An output of another file counts as not encoded yet. */
function approved(creative: CreativeRow | undefined, wanted: WantedCreative): CreativeRow | undefined {
  return creative?.state === 'ready' && !isApproved(creative, wanted) ? undefined : creative
}

/** Times that the ad server of a break is asked again if it did not answer. */
export const MAX_RETRIES = 2

/** A break of a live stream is over too soon to ask again. */
function retriesOf({ origin, videoS }: PlannedBreak, decision: Decision): number {
  const canRetry = origin !== null && videoS !== undefined && insertedAds(decision).length === 0
  return canRetry && isUnanswered(decision) ? MAX_RETRIES : 0
}

/** Length of a VMAP break: that of its pod. An empty one gets a default length, which other ads can fill. */
function openLength(candidates: readonly Candidate[], longestS: number): number {
  const pod = candidates.filter(({ offeredCreativeId }) => offeredCreativeId === undefined)
  const podS = pod.reduce((sum, { ad, creative }) => sum + (creative?.durationS ?? ad.durationS ?? 0), 0)
  return Math.min(podS > 0 ? podS : EMPTY_BREAK_S, longestS)
}

type Offer = Omit<Candidate, 'creative' | 'spares'> & {
  readonly wanted: WantedCreative | null
  readonly spares?: readonly Offer[]
}

/** Stand-alone ads that are encoded because they may replace others. */
const MAX_SPARES = 5

/** Requests ads of campaigns for a break, unless it is suppressed. */
async function askCampaigns(
  { offers }: Pick<Ads, 'offers'>,
  { channel, content, viewing, signal }: Asking,
  { position, availableS, asked }: PlannedBreak,
): Promise<readonly OfferedAd[]> {
  if (asked?.reason === 'suppressed') return []
  const lengthS = availableS + TOLERANCE_S
  return offers.ask({ channel, content, viewer: viewing.facts, position, lengthS }, signal)
}

/** Ads of ad servers and of campaigns, in the order that the channel sets. */
function allOffers(answer: AdAnswer, campaigns: readonly OfferedAd[], channel: Asking['channel']): Offer[] {
  const own = campaigns.map((each): Offer => {
    const ad = inlineOf(each)
    const [media] = ad.mediaFiles
    const wanted = { ...creativeOf(ad, media), fileHash: each.fileHash, isChosen: true }
    const cap = each.cap && { ...each.cap, key: `campaign ${each.id}` }
    const caps = [...capsOf(ad, channel.frequencyCap, wanted.key), ...(cap === null ? [] : [cap])]
    return { ad, media, wanted, caps, offeredCreativeId: each.creativeId }
  })
  const others = offersOf(answer, channel)
  return channel.campaigns === 'first' ? [...own, ...others] : [...others, ...own]
}

function offersOf({ ads }: AdAnswer, channel: Asking['channel']): Offer[] {
  const known = new Map<InlineAd, Offer>()
  const spareOf = (ad: InlineAd) => {
    const spare = known.get(ad) ?? offerOf(ad, channel)
    if (known.size < MAX_SPARES || known.has(ad)) known.set(ad, spare)
    return known.get(ad) ?? []
  }
  return ads.map((ad) => {
    const offer = offerOf(ad, channel)
    return ad.spares === undefined ? offer : { ...offer, spares: ad.spares.flatMap(spareOf) }
  })
}

function offerOf(ad: InlineAd, { frequencyCap }: Pick<Asking['channel'], 'frequencyCap'>): Offer {
  const media = chooseMedia(ad.mediaFiles)
  const wanted = media && creativeOf(ad, media)
  return { ad, media, wanted, caps: capsOf(ad, frequencyCap, wanted?.key ?? '') }
}

/** Caps of an ad. Without an ID, the ad is identified by its file. */
function capsOf({ id }: InlineAd, cap: Omit<Cap, 'key'> | null, creativeKey: string): Cap[] {
  return cap === null ? [] : [{ ...cap, key: id === null ? `file ${creativeKey}` : `ad ${id}` }]
}

/** Adds the ads of earlier decisions to the views, even if the viewer has not watched them yet. */
function addInserted(seen: Map<string, number>, earlier: readonly Decision[]): void {
  for (const { ad } of earlier.flatMap(insertedAds))
    for (const key of ad.capKeys ?? []) seen.set(key, (seen.get(key) ?? 0) + 1)
}

/** Whether all renditions of an ad have the same number of segments, which live streams need. */
function isEven({ outputs }: CreativeRow, { segmentS }: AdShape): boolean {
  return segmentS === undefined || new Set(outputs.map(({ segments }) => segments.length)).size <= 1
}

/** Whether the unfilled time of a break exceeds the personalization threshold. A slate does not count as filled. */
function isUnderfilled({ offered, availableS }: Decision, limitS: number | null): boolean {
  const filling = offered.filter(({ inserted, filler }) => inserted !== null && filler !== 'slate')
  const filledS = filling.reduce((sum, { durationS }) => sum + (durationS ?? 0), 0)
  const isTried = offered.some(({ isPassedOver }) => !isPassedOver)
  return limitS !== null && isTried && availableS - filledS > limitS
}

/** The decision without ads: the stream continues during the break. */
function underfilled(decision: Decision): Decision {
  const offered = decision.offered
    .filter(({ filler }) => filler === undefined)
    .map((each) => ({ ...each, skipped: each.skipped ?? ('underfilled' as const), inserted: null }))
  return { ...decision, filledS: 0, offered, reason: decision.reason ?? 'underfilled' }
}
