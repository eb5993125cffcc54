import type { AdSkipReason } from '@kinora/contract'
import type { Pricing } from '../facts/pricing.ts'
import {
  assertWrappers,
  type Exchange,
  openRequests,
  type RequestOptions,
  reasonOf,
  WrapperLimit,
} from './requests.ts'
import { type InlineAd, type Tracking, vastOf, type WrapperAd } from './vast.ts'
import { MAX_VERIFICATIONS, type Verification } from './verifications.ts'
import { isVmap, type VmapBreak, vmapBreaks } from './vmap.ts'
import { readXml, type XmlElement } from './xml.ts'

/** An error to report to an ad server. */
export interface AdError {
  readonly url: string
  /** Of VAST 4.3, 2.3.6.3. */
  readonly code: number
}

export interface AdAnswer {
  /** In the order of their pod, with the tracking of all wrappers around them, and a price of these if they have none. */
  readonly ads: readonly InlineAd[]
  /** Why there are none; null if there are some. */
  readonly reason: AdSkipReason | null
  readonly exchanges: readonly Exchange[]
  readonly errors: readonly AdError[]
}

/** An ad tag, or ads that are known without asking. */
export type AdOrigin = { readonly url: string } | { readonly vast: XmlElement }

export interface AdRequest extends RequestOptions {
  readonly origin: AdOrigin
  /** Replaces the macros of a URL. */
  fill(url: string): string
  /** The break that is asked about, if the answer has several. */
  breakOf(breaks: readonly VmapBreak[]): VmapBreak | undefined
}

/** What the wrappers around an ad add to it, and what the innermost one allows. Its price counts. */
interface Outer {
  readonly allowsPods: boolean
  readonly followsWrappers: boolean
  readonly tracking: readonly Tracking[]
  readonly pricing: Pricing | null
  readonly blockedCategories: readonly string[]
  readonly verifications: readonly Verification[]
}

/** Of an ad with all wrappers around it. */
const MAX_TRACKING = 200
/** Ads of an answer, with those of all wrappers. No pod has more that anybody watches. */
const MAX_ADS = 60
/** Of a decision: each is a report. */
export const MAX_ERRORS = 200

const errorCodes: Partial<Record<AdSkipReason, number>> = {
  'server-timeout': 301,
  'server-failed': 300,
  'server-paused': 300,
  'address-refused': 300,
  'answer-too-large': 300,
  'answer-invalid': 100,
  'version-unsupported': 102,
  'too-many-wrappers': 302,
  'no-ads': 303,
  'no-media': 403,
  'too-long': 202,
  'creative-failed': 405,
  'blocked-category': 205,
}

/** The errors to report for an ad that is not shown. */
export function errorsOf(tracking: readonly Tracking[], reason: AdSkipReason): AdError[] {
  const code = errorCodes[reason]
  if (code === undefined) return []
  return tracking.flatMap(({ event, url }) => (event === 'error' ? [{ url, code }] : []))
}

/** Asks an ad server, and those that its answer names. Never throws. */
export async function askAdServer(request: AdRequest): Promise<AdAnswer> {
  const { exchanges, fetchText } = openRequests(request)
  const errors: AdError[] = []
  let reason: AdSkipReason = 'no-ads'

  /** The ads behind a URL, in order. */
  function adsAt(url: string, depth: number, outer: Outer): Promise<InlineAd[]> {
    return caught(outer, async () => {
      assertWrappers(depth)
      const text = await fetchText(request.fill(url))
      if (text === '') return noneIn(outer, [])
      const root = readXml(text)
      return isVmap(root) && depth === 0 ? adsOfBreak(root) : adsIn(root, depth, outer)
    })
  }

  async function adsIn(root: XmlElement, depth: number, outer: Outer): Promise<InlineAd[]> {
    const { ads, errorUrls } = vastOf(root)
    return ads.length === 0 ? noneIn(outer, errorUrls) : chosenOf(ads, depth, outer)
  }

  function noneIn({ tracking }: Outer, errorUrls: readonly string[]): InlineAd[] {
    errors.push(...errorUrls.map((url) => ({ url, code: 303 })), ...errorsOf(tracking, 'no-ads'))
    return []
  }

  async function caught(outer: Outer, find: () => Promise<InlineAd[]>): Promise<InlineAd[]> {
    try {
      return await find()
    } catch (error) {
      reason = reasonOf(error, request.signal)
      errors.push(...errorsOf(outer.tracking, reason))
      return []
    }
  }

  async function adsOfBreak(root: XmlElement): Promise<InlineAd[]> {
    const found = request.breakOf(vmapBreaks(root))
    if (found === undefined) return []
    const { tagUrl, vast, tracking } = found
    const failing = { ...nothingOuter, tracking: tracking.filter(({ event }) => event === 'error') }
    if (vast !== null) return withBreakTracking(await adsIn(vast, 0, failing), tracking)
    return tagUrl === null ? [] : withBreakTracking(await adsAt(tagUrl, 1, failing), tracking)
  }

  /** The pod with ads outside it in the places of those that are not there, or else the first ad that there is (VAST 4.3,
   * 3.3.1). */
  async function chosenOf(
    ads: readonly (InlineAd | WrapperAd)[],
    depth: number,
    outer: Outer,
  ): Promise<InlineAd[]> {
    const pod = ads
      .filter(({ sequence }) => sequence !== null)
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    const alone = ads.filter(({ sequence }) => sequence === null)
    const takeFirst = async (from: (InlineAd | WrapperAd)[]) => {
      for (let ad = from.shift(); ad !== undefined; ad = from.shift()) {
        const found = await resolved(ad, depth, outer)
        if (found.length > 0) return found
      }
      return []
    }
    // Ad servers mark single ads as pods, too.
    if (pod.length === 0 || !outer.allowsPods) return takeFirst([...alone, ...pod])
    const places = await Promise.all(pod.map(async (ad) => ({ ad, found: await resolved(ad, depth, outer) })))
    const chosen: InlineAd[] = []
    for (const { ad, found } of places) {
      const isReplaced = found.length === 0 && ad.kind === 'wrapper' && ad.fallsBack
      chosen.push(...(isReplaced ? await takeFirst(alone) : found))
    }
    return chosen
  }

  async function resolved(ad: InlineAd | WrapperAd, depth: number, outer: Outer): Promise<InlineAd[]> {
    const tracking = [...outer.tracking, ...ad.tracking].slice(0, MAX_TRACKING)
    const pricing = ad.pricing ?? outer.pricing
    const blockedCategories = [...outer.blockedCategories, ...ad.blockedCategories]
    const verifications = [...outer.verifications, ...ad.verifications].slice(0, MAX_VERIFICATIONS)
    const inner = { tracking, pricing, blockedCategories, verifications }
    if (ad.kind === 'inline') return [{ ...ad, ...inner }]
    const { url, allowsPods, followsWrappers } = ad
    const behind = { ...inner, allowsPods, followsWrappers }
    if (outer.followsWrappers) return adsAt(url, depth + 1, behind)
    return caught(behind, () => Promise.reject(new WrapperLimit('no more wrappers may follow')))
  }

  const { origin } = request
  const found =
    'url' in origin
      ? await adsAt(origin.url, 0, nothingOuter)
      : await caught(nothingOuter, () => adsIn(origin.vast, 0, nothingOuter))
  const ads = found.slice(0, MAX_ADS)
  return { ads, reason: ads.length > 0 ? null : reason, exchanges, errors: errors.slice(0, MAX_ERRORS) }
}

const nothingOuter: Outer = {
  ...{ allowsPods: true, followsWrappers: true },
  ...{ tracking: [], pricing: null, blockedCategories: [], verifications: [] },
}

/** A break begins with its first ad and ends with its last one. */
export function withBreakTracking(ads: readonly InlineAd[], tracking: readonly Tracking[]): InlineAd[] {
  const of = (wanted: string) => tracking.filter(({ event }) => event === wanted)
  return ads.map((ad, n) => ({
    ...ad,
    tracking: [
      ...(n === 0 ? of('impression') : []),
      ...(n === ads.length - 1 ? of('complete') : []),
      ...ad.tracking,
    ].slice(0, MAX_TRACKING),
  }))
}
