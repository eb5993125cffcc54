import type { AdSkipReason } from '@kinora/contract'
import type { Pricing } from './pricing.ts'
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

/** An error URL of an ad server, with the code to send. */
export interface AdError {
  readonly url: string
  /** Error code (VAST 4.3, 2.3.6.3). */
  readonly code: number
}

export interface AdAnswer {
  /** Ads in order of their pod, with the tracking of all wrappers around them. Their price is their own or that of a wrapper. */
  readonly ads: readonly InlineAd[]
  /** Reason for which there are no ads. Null if there are some. */
  readonly reason: AdSkipReason | null
  readonly exchanges: readonly Exchange[]
  readonly errors: readonly AdError[]
}

/** Source of ads for a break: an ad tag, a VMAP break, or several of these. */
export type AdOrigin =
  | { readonly url: string }
  | { readonly adBreak: VmapBreak }
  | { readonly all: readonly AdOrigin[] }

export interface AdRequest extends RequestOptions {
  readonly origin: AdOrigin
  /** Replaces the macros of a URL. */
  fill(url: string): string
  /** Selects the requested breaks in a VMAP answer. */
  breaksOf(breaks: readonly VmapBreak[]): readonly VmapBreak[]
}

/** Combined properties of the wrappers around an ad. Flags and price are those of the innermost wrapper. */
interface Outer {
  readonly allowsPods: boolean
  readonly followsWrappers: boolean
  readonly tracking: readonly Tracking[]
  readonly pricing: Pricing | null
  readonly blockedCategories: readonly string[]
  readonly verifications: readonly Verification[]
  /** Collects reasons of failed requests. */
  readonly failures: AdSkipReason[]
}

/** Tracking URLs of an ad with all wrappers around it. */
export const MAX_TRACKING = 200
/** Ads of an answer, including those of all wrappers. Longer pods are not realistic. */
const MAX_ADS = 60
/** Errors of a decision, each of which is a tracking request. */
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
  // The ad is being encoded.
  preparing: 407,
}

/** Error codes of VMAP 1.0, for a break without ads. */
const breakErrorCodes: Partial<Record<AdSkipReason, number>> = {
  'too-many-wrappers': 1004,
  'version-unsupported': 1005,
  'answer-invalid': 1006,
  'server-timeout': 1007,
  'server-failed': 1008,
  'server-paused': 1008,
  'address-refused': 1008,
  'answer-too-large': 1008,
}

/** Errors to send for an ad that is not shown. */
export function errorsOf(tracking: readonly Tracking[], reason: AdSkipReason): AdError[] {
  const code = errorCodes[reason]
  if (code === undefined) return []
  return tracking.flatMap(({ event, url }) => (event === 'error' ? [{ url, code }] : []))
}

/** Requests ads from an ad server, and from the ad servers of wrappers. Never throws. */
export async function askAdServer(request: AdRequest): Promise<AdAnswer> {
  const { exchanges, fetchText } = openRequests(request)
  const errors: AdError[] = []
  const failures: AdSkipReason[] = []
  const nothingOuter: Outer = { ...noWrappers, failures }

  async function adsOf(origin: AdOrigin): Promise<InlineAd[]> {
    if ('url' in origin) return adsAt(origin.url, 0, nothingOuter, true)
    if ('adBreak' in origin) return adsOfBreak(origin.adBreak)
    return (await Promise.all(origin.all.map(adsOf))).flat()
  }

  /** Ads of the VAST or VMAP document at a URL, in order. */
  function adsAt(url: string, depth: number, outer: Outer, mayBeVmap = false): Promise<InlineAd[]> {
    return caught(outer, async () => {
      assertWrappers(depth)
      const text = await fetchText(request.fill(url))
      if (text === '') return noneIn(outer, [])
      const root = readXml(text)
      return mayBeVmap && isVmap(root) ? adsOfBreaks(root) : adsIn(root, depth, outer)
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
      const reason = reasonOf(error, request.signal)
      outer.failures.push(reason)
      errors.push(...errorsOf(outer.tracking, reason))
      return []
    }
  }

  async function adsOfBreaks(root: XmlElement): Promise<InlineAd[]> {
    const found = request.breaksOf(vmapBreaks(root))
    return (await Promise.all(found.map(adsOfBreak))).flat()
  }

  async function adsOfBreak({ tagUrl, vast, tracking }: VmapBreak): Promise<InlineAd[]> {
    const outer: Outer = { ...noWrappers, failures: [] }
    let found: InlineAd[] = []
    if (vast !== null) found = await caught(outer, () => adsIn(vast, 0, outer))
    else if (tagUrl !== null) found = await adsAt(tagUrl, 0, outer)
    failures.push(...outer.failures)
    const code = breakErrorCodes[outer.failures.at(-1) ?? 'no-ads']
    if (found.length === 0 && code !== undefined)
      errors.push(...tracking.flatMap(({ event, url }) => (event === 'error' ? [{ url, code }] : [])))
    return found.map((ad) => ({ ...ad, breakTracking: tracking }))
  }

  /** Ads of the pod, in which stand-alone ads replace empty wrappers. Without a pod, the first stand-alone ad (VAST 4.3, 3.3.1). */
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
    // Ad servers also give single ads a sequence number.
    if (pod.length === 0 || !outer.allowsPods) return takeFirst([...alone, ...pod])
    const resolvedPod = await Promise.all(
      pod.map(async (ad) => ({ ad, found: await resolved(ad, depth, outer) })),
    )
    const chosen: InlineAd[] = []
    for (const { ad, found } of resolvedPod) {
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
    const behind = { ...inner, allowsPods, followsWrappers, failures: outer.failures }
    if (outer.followsWrappers) return adsAt(url, depth + 1, behind)
    return caught(behind, () => Promise.reject(new WrapperLimit('no more wrappers may follow')))
  }

  const ads = (await adsOf(request.origin)).slice(0, MAX_ADS)
  const reason = ads.length > 0 ? null : (failures.at(-1) ?? 'no-ads')
  return { ads, reason, exchanges, errors: errors.slice(0, MAX_ERRORS) }
}

const noWrappers: Omit<Outer, 'failures'> = {
  allowsPods: true,
  followsWrappers: true,
  tracking: [],
  pricing: null,
  blockedCategories: [],
  verifications: [],
}
