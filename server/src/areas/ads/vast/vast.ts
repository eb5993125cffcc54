import type { AdTrackingEvent } from '@kinora/contract'
import { type Pricing, readPricing } from './pricing.ts'
import { isWebUrl, textOrNull } from './texts.ts'
import { type Verification, verificationsIn } from './verifications.ts'
import { childOf, childrenOf, textsOf, type XmlElement } from './xml.ts'

/** A media file of an ad. */
export interface MediaFile {
  readonly url: string
  readonly type: string
  readonly delivery: string
  readonly width: number
  readonly height: number
  readonly bitrateKbps: number
}

/** A URL to request when an event happens. */
export interface Tracking {
  readonly event: AdTrackingEvent
  readonly url: string
}

interface AdCommon {
  readonly id: string | null
  /** Sequence number in the pod. Null for a stand-alone ad. */
  readonly sequence: number | null
  readonly system: string | null
  readonly pricing: Pricing | null
  /** Categories that a wrapper blocks. */
  readonly blockedCategories: readonly string[]
  /** Tracking URLs of impressions, events of linear creatives, and errors. */
  readonly tracking: readonly Tracking[]
  readonly verifications: readonly Verification[]
}

/** An inline ad (VAST 2 to 4.3). */
export interface InlineAd extends AdCommon {
  readonly kind: 'inline'
  readonly title: string | null
  readonly advertiser: string | null
  /** Categories of the ad, as `authority code`. */
  readonly categories: readonly string[]
  readonly universalAdId: string | null
  readonly durationS: number | null
  readonly mediaFiles: readonly MediaFile[]
  /** URL of the landing page. */
  readonly clickThroughUrl: string | null
  /** Time after which viewers can skip the ad. Null if they cannot. */
  readonly skipOffset: SkipOffset | null
  /** Tracking of the VMAP break that the ad belongs to. All ads of the break have the same array. */
  readonly breakTracking?: readonly Tracking[]
}

/** Skip offset in seconds, or as a share of the ad. */
export type SkipOffset = { readonly seconds: number } | { readonly share: number }

/** A wrapper, which leads to another ad server. */
export interface WrapperAd extends AdCommon {
  readonly kind: 'wrapper'
  readonly url: string
  /** Whether the next answer may have a pod (VAST 3 and later). */
  readonly allowsPods: boolean
  /** Whether the next answer may have wrappers. */
  readonly followsWrappers: boolean
  /** Whether a stand-alone ad may replace the wrapper if it leads to no ad. */
  readonly fallsBack: boolean
}

export interface Vast {
  readonly ads: readonly (InlineAd | WrapperAd)[]
  /** URLs to request if there is no ad. */
  readonly errorUrls: readonly string[]
}

export class VastRefused extends Error {
  override readonly name = 'VastRefused'
  readonly reason: 'answer-invalid' | 'version-unsupported'
  constructor(reason: VastRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const trackedEvents: ReadonlyMap<string, AdTrackingEvent> = new Map([
  ['start', 'start'],
  ['firstQuartile', 'firstQuartile'],
  ['midpoint', 'midpoint'],
  ['thirdQuartile', 'thirdQuartile'],
  ['complete', 'complete'],
  ['skip', 'skip'],
  ['pause', 'pause'],
  ['resume', 'resume'],
  ['mute', 'mute'],
  ['unmute', 'unmute'],
  // VAST 3 and 4 have different names for the same event.
  ['fullscreen', 'fullscreen'],
  ['playerExpand', 'fullscreen'],
  ['exitFullscreen', 'exitFullscreen'],
  ['playerCollapse', 'exitFullscreen'],
])

const MAX_ADS = 20
const MAX_URLS = 200
const MAX_CATEGORIES = 50

/** @throws VastRefused */
export function vastOf(root: XmlElement): Vast {
  // Root element of VAST 1, which has a different structure.
  if (root.name === 'VideoAdServingTemplate') throw new VastRefused('version-unsupported', 'VAST 1')
  if (root.name !== 'VAST') throw new VastRefused('answer-invalid', `<${root.name}> is not VAST`)
  const version = Number.parseInt(root.attributes.version ?? '', 10)
  if (!(version >= 2 && version <= 4))
    throw new VastRefused('version-unsupported', `version ${root.attributes.version ?? 'missing'}`)
  const ads = childrenOf(root, 'Ad').slice(0, MAX_ADS).flatMap(readAd)
  return { ads, errorUrls: urlsIn(root, 'Error') }
}

function readAd(element: XmlElement): (InlineAd | WrapperAd)[] {
  const inline = childOf(element, 'InLine')
  const wrapper = childOf(element, 'Wrapper')
  const content = inline ?? wrapper
  if (content === undefined) return []
  const sequence = Number.parseInt(element.attributes.sequence ?? '', 10)
  const linear = childrenOf(content, 'Creatives')
    .flatMap((creatives) => childrenOf(creatives, 'Creative'))
    .flatMap((creative) => childrenOf(creative, 'Linear').map((found) => ({ creative, found })))
  const common = {
    id: textOrNull(element.attributes.id),
    sequence: sequence >= 1 ? sequence : null,
    system: textOrNull(childOf(content, 'AdSystem')?.text),
    pricing: pricingOf(content),
    blockedCategories: categoriesIn(content, 'BlockedAdCategories'),
    tracking: [
      ...urlsIn(content, 'Impression').map((url) => ({ event: 'impression' as const, url })),
      ...urlsIn(content, 'Error').map((url) => ({ event: 'error' as const, url })),
      ...linear.flatMap(({ found }) => trackingOf(found)),
    ].slice(0, MAX_URLS),
    verifications: verificationsIn(content),
  }
  if (inline !== undefined) {
    const [first] = linear
    return [
      {
        kind: 'inline',
        ...common,
        title: textOrNull(childOf(inline, 'AdTitle')?.text),
        advertiser: textOrNull(childOf(inline, 'Advertiser')?.text),
        categories: categoriesIn(inline, 'Category'),
        universalAdId: first === undefined ? null : universalAdIdOf(first.creative),
        durationS: first === undefined ? null : secondsOf(childOf(first.found, 'Duration')?.text ?? ''),
        mediaFiles: first === undefined ? [] : mediaFilesOf(first.found),
        clickThroughUrl: first === undefined ? null : clickThroughOf(first.found),
        skipOffset: skipOffsetOf(first?.found.attributes.skipoffset ?? ''),
      },
    ]
  }
  const [url] = urlsIn(content, 'VASTAdTagURI')
  if (url === undefined) return []
  return [
    {
      kind: 'wrapper',
      ...common,
      url,
      allowsPods: isOneOf(content.attributes.allowMultipleAds, 'true', '1'),
      followsWrappers: !isOneOf(content.attributes.followAdditionalWrappers, 'false', '0'),
      fallsBack: !isOneOf(content.attributes.fallbackOnNoAd, 'false', '0'),
    },
  ]
}

/** Booleans of XML have two spellings. */
function isOneOf(text: string | undefined, ...spellings: readonly string[]): boolean {
  return spellings.includes(text?.trim() ?? '')
}

/** Reads categories. One element can have several codes. */
function categoriesIn(content: XmlElement, name: string): string[] {
  return childrenOf(content, name)
    .flatMap(({ attributes, text }) =>
      text.split(/[\s,]+/).flatMap((code) => (code === '' ? [] : [`${attributes.authority ?? ''} ${code}`])),
    )
    .slice(0, MAX_CATEGORIES)
}

function pricingOf(content: XmlElement): Pricing | null {
  const element = childOf(content, 'Pricing')
  if (element === undefined) return null
  return readPricing(element.text, element.attributes.model, element.attributes.currency)
}

function trackingOf(linear: XmlElement): Tracking[] {
  const events = childrenOf(linear, 'TrackingEvents')
    .flatMap((element) => childrenOf(element, 'Tracking'))
    .flatMap(({ attributes, text }) => {
      const event = trackedEvents.get(attributes.event ?? '')
      return event === undefined || !isWebUrl(text) ? [] : [{ event, url: text }]
    })
  const clicks = childrenOf(linear, 'VideoClicks').flatMap((element) => [
    ...urlsIn(element, 'ClickTracking').map((url) => ({ event: 'click' as const, url })),
    ...urlsIn(element, 'CustomClick').map((url) => ({ event: 'customClick' as const, url })),
  ])
  return [...events, ...clicks]
}

function clickThroughOf(linear: XmlElement): string | null {
  return childrenOf(linear, 'VideoClicks').flatMap((clicks) => urlsIn(clicks, 'ClickThrough'))[0] ?? null
}

/** Parses `HH:MM:SS.mmm` or a percentage (VAST 4.3, 3.8.1). Null for other texts. */
function skipOffsetOf(text: string): SkipOffset | null {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text.trim()) ?? []
  if (percent !== undefined) return { share: Number(percent) / 100 }
  const seconds = secondsOf(text.trim())
  return seconds === null ? null : { seconds }
}

function mediaFilesOf(linear: XmlElement): MediaFile[] {
  return childrenOf(linear, 'MediaFiles')
    .flatMap((files) => childrenOf(files, 'MediaFile'))
    .filter(({ text, attributes }) => isWebUrl(text) && attributes.apiFramework === undefined)
    .map(({ text, attributes }) => ({
      url: text,
      type: attributes.type ?? '',
      delivery: attributes.delivery ?? 'progressive',
      width: Number(attributes.width) || 0,
      height: Number(attributes.height) || 0,
      bitrateKbps: Number(attributes.bitrate ?? attributes.maxBitrate) || 0,
    }))
}

/** Reads the universal ad ID: an element in VAST 4, the attribute `adID` before. */
function universalAdIdOf(creative: XmlElement): string | null {
  const element = childOf(creative, 'UniversalAdId')
  if (element !== undefined) {
    const id = element.text === '' ? element.attributes.idValue : element.text
    const registry = element.attributes.idRegistry ?? ''
    if (id !== undefined && id !== '' && id !== 'unknown') return `${registry}:${id}`
  }
  return null
}

/** Parses `HH:MM:SS.mmm` as seconds. Null for other texts. */
export function secondsOf(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2}):(\d{2}(?:\.\d{1,3})?)$/.exec(text) ?? []
  if (seconds === undefined) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function urlsIn(element: XmlElement, name: string): string[] {
  return textsOf(element, name).filter(isWebUrl)
}
