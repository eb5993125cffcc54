import type { AdBreakKind } from '@kinora/contract'
import { adEventShares, adLimits } from '@kinora/contract'
import { hideSecrets } from '../../../platform/net/address-secrets.ts'
import { isMissing } from '../creatives/demand.ts'
import type { CreativeRow } from '../creatives/tables.ts'
import type { InsertedAd, SkipReason, StoredAd } from '../decisions/decision.ts'
import type { Cap } from '../rules/ad-views.ts'
import { type AdError, errorsOf, MAX_TRACKING } from '../vast/ask-ad-server.ts'
import type { MediaFile } from '../vast/media.ts'
import { earningsOf, type Pricing } from '../vast/pricing.ts'
import type { InlineAd, Tracking } from '../vast/vast.ts'
import type { BreakMacros } from './ask-break.ts'

/** An ad that may be shown in a break. */
export interface Candidate {
  readonly ad: InlineAd
  /** Null if the ad has no usable media file. */
  readonly media: MediaFile | null
  readonly creative:
    | (Pick<CreativeRow, 'id' | 'state' | 'durationS' | 'outputs'> & Partial<Pick<CreativeRow, 'error'>>)
    | undefined
  readonly caps: readonly Cap[]
  /** Ads that may replace the ad if it is skipped. */
  readonly spares?: readonly Candidate[]
  /** Set for an ad of a campaign. */
  readonly offeredCreativeId?: string
}

export interface ChoiceRules {
  readonly kind: AdBreakKind
  readonly availableS: number
  /** Time by which ads can exceed the break, in seconds. */
  readonly toleranceS: number
  /** Competitive separation: at most one ad per category and advertiser in a break. */
  readonly isSeparated: boolean
  /** Price for ads without one. */
  readonly pricing: Pricing | null
  /** Views of the viewer by cap key. Chosen ads are added, for later ads and breaks. */
  readonly seen: Map<string, number>
  /** Macros of the break for tracking URLs. */
  readonly macros: BreakMacros
}

/** Maximum number of campaigns that did not fit in the log of a break. All campaigns are tried in each break. */
const MOST_PASSED_OVER = 20

/** Chooses ads in order, if they fit into the break and no rule excludes them. Only one ad of each campaign. Stand-alone ads of an
 * answer replace its skipped ads. */
export function chooseAds(
  candidates: readonly Candidate[],
  rules: ChoiceRules,
): { offered: StoredAd[]; filledS: number; errors: AdError[] } {
  const errors: AdError[] = []
  const taken = new Set<string>()
  const breakOf = new Map<StoredAd, readonly Tracking[]>()
  const campaigns = new Set<string | null>()
  let filledS = 0
  let count = 0
  let passedOver = 0
  const used = new Set<InlineAd>()

  function choose(candidate: Candidate): StoredAd[] {
    const { ad, media, creative, caps, offeredCreativeId } = candidate
    const isOfCampaign = offeredCreativeId !== undefined
    if (isOfCampaign && campaigns.has(ad.id)) return []
    const durationS = creative?.durationS ?? ad.durationS
    const skipped =
      fileReason(candidate) ??
      ruleReason(candidate, rules, taken) ??
      lengthReason(durationS ?? 0, rules.availableS + rules.toleranceS - filledS) ??
      stateReason(candidate)
    const isInserted = skipped === null && creative !== undefined
    if (skipped !== null) errors.push(...errorsOf(ad.tracking, skipped, fileErrorCode(candidate, skipped)))
    if (isInserted) {
      filledS += durationS ?? 0
      count += 1
      if (isOfCampaign) campaigns.add(ad.id)
      for (const name of namesOf(ad)) taken.add(name)
      for (const { key } of caps) rules.seen.set(key, (rules.seen.get(key) ?? 0) + 1)
    }
    const isPassedOver =
      isOfCampaign && (skipped === 'too-long' || skipped === 'capped' || skipped === 'competing')
    if (isPassedOver) passedOver += 1
    if (isPassedOver && passedOver > MOST_PASSED_OVER) return []
    const inserted = isInserted ? insertedOf(candidate, creative, durationS ?? 0, rules, count) : null
    const { id: adId, title, system: adSystem } = ad
    const mediaUrl = media && hideSecrets(media.url)
    const shown = { adId, title, adSystem, mediaUrl, durationS, skipped, inserted }
    const stored = isPassedOver ? { ...shown, isPassedOver } : shown
    if (isInserted && ad.breakTracking !== undefined) breakOf.set(stored, ad.breakTracking)
    return [stored]
  }

  const offered = candidates.flatMap((candidate) => {
    const tried = choose(candidate)
    for (const spare of candidate.spares ?? []) {
      if (tried.some(({ inserted }) => inserted !== null)) break
      if (used.has(spare.ad)) continue
      used.add(spare.ad)
      tried.push(...choose(spare))
    }
    return tried
  })
  return { offered: withBreaks(offered, breakOf), filledS, errors }
}

/** Adds VMAP tracking: `breakStart` to the first inserted ad of the VMAP break, `breakEnd` to the last one. */
function withBreaks(
  offered: readonly StoredAd[],
  breakOf: ReadonlyMap<StoredAd, readonly Tracking[]>,
): StoredAd[] {
  return offered.map((each) => {
    const tracking = breakOf.get(each)
    if (each.inserted === null || tracking === undefined) return each
    const inBreak = offered.filter((other) => breakOf.get(other) === tracking)
    const ofBreak = tracking.filter(
      ({ event }) =>
        (event === 'impression' && each === inBreak[0]) || (event === 'complete' && each === inBreak.at(-1)),
    )
    const all = [...ofBreak, ...each.inserted.tracking].slice(0, MAX_TRACKING)
    return { ...each, inserted: { ...each.inserted, tracking: all } }
  })
}

function fileReason({ media, creative }: Candidate): SkipReason | null {
  if (media === null) return 'no-media'
  return creative?.state === 'failed' ? 'creative-failed' : null
}

/** Error code of a file, if it is more exact than that of the reason (VAST 4.3, 2.3.6.3). */
function fileErrorCode({ ad, creative }: Candidate, reason: SkipReason): number | undefined {
  if (reason === 'no-media') return ad.isNonLinear ? 201 : undefined
  if (reason !== 'creative-failed' || !isMissing(creative?.error)) return undefined
  return creative?.error === 'download-time-limit' ? 402 : 401
}

function ruleReason(
  { ad, caps }: Candidate,
  { isSeparated, seen }: ChoiceRules,
  taken: ReadonlySet<string>,
): SkipReason | null {
  const blocked = new Set(ad.blockedCategories.map(plain))
  if (ad.categories.some((category) => blocked.has(plain(category)))) return 'blocked-category'
  if (caps.some(({ key, views }) => (seen.get(key) ?? 0) >= views)) return 'capped'
  return isSeparated && namesOf(ad).some((name) => taken.has(name)) ? 'competing' : null
}

/** Keys for competitive separation: ads with a common key are competitors. */
function namesOf({ categories, advertiser }: InlineAd): string[] {
  const by = advertiser && plain(advertiser)
  return [...categories.map(plain), ...(by ? [`by ${by}`] : [])]
}

/** Text for comparisons. */
const plain = (text: string) => text.trim().toLowerCase()

function lengthReason(lengthS: number, leftS: number): SkipReason | null {
  return lengthS > adLimits.longestAdS || lengthS > leftS ? 'too-long' : null
}

/** An ad that is not encoded yet is skipped. It will be ready for later viewers. */
function stateReason({ creative }: Candidate): SkipReason | null {
  return creative?.state === 'ready' ? null : 'preparing'
}

function insertedOf(
  { ad, media, caps, offeredCreativeId }: Candidate,
  { id: creativeId, outputs }: Pick<CreativeRow, 'id' | 'outputs'>,
  durationS: number,
  { kind: breakKind, pricing, macros }: ChoiceRules,
  count: number,
): InsertedAd {
  const { tracking, clickThroughUrl, skipOffset, verifications } = ad
  const skipAfterS =
    skipOffset && ('seconds' in skipOffset ? skipOffset.seconds : skipOffset.share * durationS)
  const isSkippable = skipAfterS !== null && skipAfterS < durationS
  return {
    creativeId,
    outputs,
    tracking: tracking.flatMap((each) => atEvent(each, durationS)),
    clickThroughUrl,
    skipAfterS: isSkippable ? skipAfterS : null,
    labels: {
      campaign: ad.id ?? '',
      advertiser: ad.advertiser ?? '',
      adSystem: ad.system ?? '',
      breakKind,
      earnings: earningsOf(ad.pricing ?? pricing),
    },
    macros: {
      ...macros,
      ...ad.macros,
      ADCOUNT: count,
      ...(ad.sequence !== null && { PODSEQUENCE: ad.sequence }),
      // Campaigns have no tracking URLs. Trackers learn the address without its secrets.
      ...(media !== null && offeredCreativeId === undefined && { ASSETURI: hideSecrets(media.url) }),
    },
    ...(offeredCreativeId !== undefined && { offeredCreativeId }),
    ...(verifications.length > 0 && { verifications }),
    ...(caps.length > 0 && { capKeys: caps.map(({ key }) => key) }),
  }
}

/** Replaces the offset of tracking by the first event at or after that time, which is counted like all others. None if the ad is over
 * before. */
function atEvent({ event, url, offset }: Tracking, durationS: number): Tracking[] {
  if (offset === undefined) return [{ event, url }]
  const share = 'share' in offset ? offset.share : offset.seconds / durationS
  const [next] = adEventShares.slice(1).find(([, each]) => each >= share - ROUNDING) ?? []
  return next === undefined ? [] : [{ event: next, url }]
}

/** Tolerance, because lengths of encoded ads differ a little from those in VAST. */
const ROUNDING = 0.01
