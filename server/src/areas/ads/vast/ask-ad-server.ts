import type { AdSkipReason } from '@kinora/contract'
import { chooseMedia } from './media.ts'
import type { Pricing } from './pricing.ts'
import {
  assertWrappers,
  type Exchange,
  type LoggedExchange,
  openRequests,
  type RequestOptions,
  reasonOf,
  WrapperLimit,
} from './requests.ts'
import { type InlineAd, type Tracking, type Vast, VastRefused, vastOf, type WrapperAd } from './vast.ts'
import { MAX_VERIFICATIONS, type Verification } from './verifications.ts'
import { isVmap, type VmapBreak, vmapBreaks } from './vmap.ts'
import { readXml } from './xml.ts'

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
  // The URL of a wrapper is unavailable or timed out.
  'server-timeout': 301,
  'server-failed': 301,
  'server-paused': 301,
  'address-refused': 301,
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

/** Code for a document that lacks a required element. */
const SCHEMA_ERROR = 101

/** Errors to send for an ad that is not shown. @param code more exact than that of the reason */
export function errorsOf(
  tracking: readonly Tracking[],
  reason: AdSkipReason,
  code = errorCodes[reason],
): AdError[] {
  if (code === undefined) return []
  return tracking.flatMap(({ event, url }) => (event === 'error' ? [{ url, code }] : []))
}

/** Requests ads from an ad server, and from the ad servers of wrappers. Never throws. */
export async function askAdServer(request: AdRequest): Promise<AdAnswer> {
  const { exchanges, ask } = openRequests(request)
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
      const { found, exchange } = await ask(url, request.fill, (text) => documentOf(text, mayBeVmap))
      return 'breaks' in found ? adsOfBreaks(found.breaks) : adsIn(found, depth, outer, exchange)
    })
  }

  async function adsIn(
    { ads, errorUrls }: Vast,
    depth: number,
    outer: Outer,
    exchange: LoggedExchange | null,
  ): Promise<InlineAd[]> {
    const lacksUrl = ads.some((ad) => ad.kind === 'wrapper' && ad.url === null)
    if (lacksUrl && exchange !== null) exchange.fault = NO_WRAPPER_URL
    return ads.length === 0 ? noneIn(outer, errorUrls) : chosenOf(ads, depth, outer)
  }

  function noneIn({ tracking }: Outer, errorUrls: readonly string[]): InlineAd[] {
    errors.push(...errorUrls.map((url) => ({ url, code: 303 })), ...errorsOf(tracking, 'no-ads'))
    return []
  }

  async function caught(outer: Outer, find: () => Promise<InlineAd[]>, code?: number): Promise<InlineAd[]> {
    try {
      return await find()
    } catch (error) {
      const reason = reasonOf(error, request.signal)
      outer.failures.push(reason)
      errors.push(...errorsOf(outer.tracking, reason, code))
      return []
    }
  }

  async function adsOfBreaks(breaks: readonly VmapBreak[]): Promise<InlineAd[]> {
    return (await Promise.all(request.breaksOf(breaks).map(adsOfBreak))).flat()
  }

  async function adsOfBreak(given: VmapBreak): Promise<InlineAd[]> {
    const { tagUrl, vast, tracking, allowsPods, followsWrappers } = given
    const outer: Outer = { ...noWrappers, allowsPods, followsWrappers, failures: [] }
    let found: InlineAd[] = []
    if (vast !== null) found = await caught(outer, () => adsIn(vastOf(vast), 0, outer, null))
    else if (tagUrl !== null) found = await adsAt(tagUrl, 0, outer)
    failures.push(...outer.failures)
    const code = breakErrorCodes[outer.failures.at(-1) ?? 'no-ads']
    if (found.length === 0 && code !== undefined)
      errors.push(...tracking.flatMap(({ event, url }) => (event === 'error' ? [{ url, code }] : [])))
    return found.map((ad) => withBreak(ad, tracking))
  }

  /** Ads of the pod, in which stand-alone ads replace ads that cannot be shown. Without a pod, the first stand-alone ad (VAST 4.3,
   * 3.3.1). Ads without a usable file stay before their replacement, for the log. */
  async function chosenOf(
    ads: readonly (InlineAd | WrapperAd)[],
    depth: number,
    outer: Outer,
  ): Promise<InlineAd[]> {
    const pod = ads
      .filter(({ sequence }) => sequence !== null)
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    const alone = ads.filter(({ sequence }) => sequence === null)
    const kept = new Set<InlineAd>()
    const resolve = async (ad: InlineAd | WrapperAd) => {
      const found = await resolved(ad, depth, outer)
      if (!fallsBack(ad)) for (const each of found) kept.add(each)
      return found
    }
    const takeFirst = async (from: (InlineAd | WrapperAd)[]) => {
      const tried: InlineAd[] = []
      for (let ad = from.shift(); ad !== undefined; ad = from.shift()) {
        const found = await resolve(ad)
        tried.push(...found)
        if (found.some(isPlayable) || !fallsBack(ad)) break
      }
      return tried
    }
    // Ad servers also give single ads a sequence number.
    const isSingle = pod.length === 0 || !outer.allowsPods
    const queue = isSingle ? [...alone, ...pod] : alone
    const chosen: InlineAd[] = isSingle ? await takeFirst(queue) : []
    const slots = isSingle ? [] : await Promise.all(pod.map(async (ad) => ({ ad, found: await resolve(ad) })))
    for (const { ad, found } of slots) {
      chosen.push(...found)
      if (!found.some(isPlayable) && fallsBack(ad)) chosen.push(...(await takeFirst(queue)))
    }
    const left = queue.filter(({ kind }) => kind === 'inline').map((ad) => resolved(ad, depth, outer))
    const spares = (await Promise.all(left)).flat()
    if (spares.length === 0) return chosen
    return chosen.map((ad) =>
      kept.has(ad) || !isPlayable(ad) ? ad : { ...ad, spares: [...(ad.spares ?? []), ...spares] },
    )
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
    if (url === null)
      return caught(
        behind,
        () => Promise.reject(new VastRefused('answer-invalid', NO_WRAPPER_URL)),
        SCHEMA_ERROR,
      )
    if (outer.followsWrappers) return adsAt(url, depth + 1, behind)
    return caught(behind, () => Promise.reject(new WrapperLimit('no more wrappers may follow')))
  }

  const ads = (await adsOf(request.origin)).slice(0, MAX_ADS)
  const reason = ads.length > 0 ? null : (failures.at(-1) ?? 'no-ads')
  return { ads, reason, exchanges, errors: errors.slice(0, MAX_ERRORS) }
}

const NO_WRAPPER_URL = 'a wrapper has no VASTAdTagURI'

/** @throws VastRefused or XmlRefused */
function documentOf(text: string, mayBeVmap: boolean): Vast | { readonly breaks: readonly VmapBreak[] } {
  if (text === '') return { ads: [], errorUrls: [] }
  const root = readXml(text)
  return mayBeVmap && isVmap(root) ? { breaks: vmapBreaks(root) } : vastOf(root)
}

const isPlayable = ({ mediaFiles }: InlineAd) => chooseMedia(mediaFiles) !== null

const fallsBack = (ad: InlineAd | WrapperAd) => ad.kind === 'inline' || ad.fallsBack

/** The ad with the tracking of its VMAP break. */
function withBreak(ad: InlineAd, breakTracking: readonly Tracking[]): InlineAd {
  const { spares } = ad
  return {
    ...ad,
    breakTracking,
    ...(spares && { spares: spares.map((each) => withBreak(each, breakTracking)) }),
  }
}

const noWrappers: Omit<Outer, 'failures'> = {
  allowsPods: true,
  followsWrappers: true,
  tracking: [],
  pricing: null,
  blockedCategories: [],
  verifications: [],
}
