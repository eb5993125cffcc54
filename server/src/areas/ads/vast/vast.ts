import type { AdTrackingEvent } from '@kinora/contract'
import { chooseMedia, type MediaFile } from './media.ts'
import { type Pricing, readPricing } from './pricing.ts'
import { textOrNull, webUrlOf } from './texts.ts'
import { universalAdIdOf } from './universal-ad-id.ts'
import { type Verification, verificationsIn } from './verifications.ts'
import { childOf, childrenOf, textsOf, type XmlElement } from './xml.ts'

/** A URL to request when an event happens. */
export interface Tracking {
  readonly event: AdTrackingEvent
  readonly url: string
  /** Time of a `progress` event in the ad, which replaces the event. */
  readonly offset?: AdOffset
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
  /** Categories of the ad, as authority and code, or as authority and label. */
  readonly categories: readonly string[]
  readonly universalAdId: string | null
  readonly durationS: number | null
  readonly mediaFiles: readonly MediaFile[]
  /** Set for an ad that is only shown over the video. */
  readonly isNonLinear?: boolean
  /** Values of macros that come from the ad. */
  readonly macros?: Readonly<Record<string, string>>
  /** Stand-alone ads that may replace the ad if it cannot be shown, each only once in a break. */
  readonly spares?: readonly InlineAd[]
  /** URL of the landing page. */
  readonly clickThroughUrl: string | null
  /** Time after which viewers can skip the ad. Null if they cannot. */
  readonly skipOffset: AdOffset | null
  /** Tracking of the VMAP break that the ad belongs to. All ads of the break have the same array. */
  readonly breakTracking?: readonly Tracking[]
}

/** Time in an ad in seconds, or as a share of the ad. */
export type AdOffset = { readonly seconds: number } | { readonly share: number }

/** A wrapper, which leads to another ad server. */
export interface WrapperAd extends AdCommon {
  readonly kind: 'wrapper'
  /** Null if the wrapper has no usable URL. */
  readonly url: string | null
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
  // The server shows an ad when it starts, and loads it before.
  ['creativeView', 'start'],
  ['loaded', 'impression'],
  ['start', 'start'],
  ['progress', 'start'],
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
  const version = root.attributes.version ?? ''
  const number = Number.parseInt(version, 10)
  // Players accept a missing version.
  if (version !== '' && !(number >= 2 && number <= 4))
    throw new VastRefused('version-unsupported', `version ${version}`)
  const ads = childrenOf(root, 'Ad').slice(0, MAX_ADS).flatMap(readAd)
  return { ads, errorUrls: urlsIn(root, 'Error') }
}

function readAd(element: XmlElement): (InlineAd | WrapperAd)[] {
  const inline = childOf(element, 'InLine')
  const wrapper = childOf(element, 'Wrapper')
  const content = inline ?? wrapper
  if (content === undefined) return []
  const sequence = Number.parseInt(element.attributes.sequence ?? '', 10)
  const creatives = childrenOf(content, 'Creatives').flatMap((each) => childrenOf(each, 'Creative'))
  const all = creatives.flatMap((creative) =>
    childrenOf(creative, 'Linear').map((found) => ({ creative, found })),
  )
  // Only one creative of an ad is shown. Trackers of a wrapper are for all creatives.
  const shown = all.find(({ found }) => chooseMedia(mediaFilesOf(found)) !== null) ?? all[0]
  const tracked = inline === undefined ? all : shown === undefined ? [] : [shown]
  const common = {
    id: textOrNull(element.attributes.id),
    sequence: sequence >= 1 ? sequence : null,
    system: textOrNull(childOf(content, 'AdSystem')?.text),
    pricing: pricingOf(content),
    blockedCategories: categoriesIn(content, 'BlockedAdCategories'),
    tracking: [
      ...impressionUrls(content).map((url) => ({ event: 'impression' as const, url })),
      ...urlsIn(content, 'Error').map((url) => ({ event: 'error' as const, url })),
      ...tracked.flatMap(({ found }) => trackingOf(found)),
    ].slice(0, MAX_URLS),
    verifications: verificationsIn(content),
  }
  if (inline !== undefined) {
    const adId = shown === undefined ? null : universalAdIdOf(shown.creative)
    const servingId = textOrNull(childOf(inline, 'AdServingId')?.text)
    return [
      {
        kind: 'inline',
        ...common,
        title: textOrNull(childOf(inline, 'AdTitle')?.text),
        advertiser: textOrNull(childOf(inline, 'Advertiser')?.text),
        categories: categoriesIn(inline, 'Category'),
        universalAdId: adId && `${adId.registry}:${adId.value}`,
        durationS: shown === undefined ? null : secondsOf(childOf(shown.found, 'Duration')?.text ?? ''),
        mediaFiles: shown === undefined ? [] : mediaFilesOf(shown.found),
        isNonLinear:
          shown === undefined && creatives.some((each) => childOf(each, 'NonLinearAds') !== undefined),
        macros: {
          ...(adId !== null && { UNIVERSALADID: `${adId.registry} ${adId.value}`.trim() }),
          ...(servingId !== null && { ADSERVINGID: servingId }),
        },
        clickThroughUrl: shown === undefined ? null : clickThroughOf(shown.found),
        skipOffset: offsetOf(shown?.found.attributes.skipoffset ?? ''),
      },
    ]
  }
  const [url = null] = urlsIn(content, 'VASTAdTagURI')
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

/** URLs to request with the impression. The server cannot see whether a player is visible. */
function impressionUrls(content: XmlElement): string[] {
  const undetermined = childrenOf(content, 'ViewableImpression').flatMap((each) =>
    urlsIn(each, 'ViewUndetermined'),
  )
  return [...urlsIn(content, 'Impression'), ...undetermined]
}

/** Booleans of XML have two spellings. */
export function isOneOf(text: string | undefined, ...spellings: readonly string[]): boolean {
  return spellings.includes(text ?? '')
}

/** Reads categories. One element can have several, with commas between them. Codes can have spaces between them. */
function categoriesIn(content: XmlElement, name: string): string[] {
  return childrenOf(content, name)
    .flatMap(({ attributes, text }) =>
      text.split(',').flatMap((part) => {
        const words = part.split(/\s+/).filter((word) => word !== '')
        const found = words.every((word) => CATEGORY_CODE.test(word)) ? words : [words.join(' ')]
        return found.map((category) => `${attributes.authority ?? ''} ${category}`)
      }),
    )
    .slice(0, MAX_CATEGORIES)
}

/** Code of a category, such as `IAB1-2` or `1024`. Labels are words. */
const CATEGORY_CODE = /^(?=.*\d)[\w.:-]+$/

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
      const url = webUrlOf(text)
      if (event === undefined || url === null) return []
      const isProgress = attributes.event === 'progress'
      const offset = isProgress ? offsetOf(attributes.offset ?? '') : null
      if (isProgress && offset === null) return []
      return [{ event, url, ...(offset !== null && { offset }) }]
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
function offsetOf(text: string): AdOffset | null {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,9})?)%$/.exec(text) ?? []
  if (percent !== undefined) return { share: Number(percent) / 100 }
  const seconds = secondsOf(text)
  return seconds === null ? null : { seconds }
}

function mediaFilesOf(linear: XmlElement): MediaFile[] {
  return childrenOf(linear, 'MediaFiles')
    .flatMap((files) => childrenOf(files, 'MediaFile'))
    .flatMap(({ text, attributes }) => {
      const url = webUrlOf(text)
      if (url === null || (attributes.apiFramework ?? '') !== '') return []
      return [
        {
          url,
          type: attributes.type ?? '',
          delivery: attributes.delivery ?? 'progressive',
          width: Number(attributes.width) || 0,
          height: Number(attributes.height) || 0,
          bitrateKbps: Number(attributes.bitrate ?? attributes.maxBitrate) || 0,
        },
      ]
    })
}

/** Parses `HH:MM:SS.mmm` as seconds, also with a decimal comma. Null for other texts. */
export function secondsOf(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2}):(\d{2}(?:[.,]\d{1,9})?)$/.exec(text) ?? []
  if (seconds === undefined) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}

function urlsIn(element: XmlElement, name: string): string[] {
  return textsOf(element, name).flatMap((text) => webUrlOf(text) ?? [])
}
