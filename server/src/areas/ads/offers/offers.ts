import type { AdTrackingEvent } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ChannelRow, WatchedContent } from '../channels/channel-row.ts'
import type { FileObserver } from '../creatives/seen-file.ts'
import type { MediaFile } from '../vast/media.ts'
import type { Pricing } from '../vast/pricing.ts'
import type { InlineAd } from '../vast/vast.ts'
import type { ViewerFacts } from './viewers.ts'

/** Ad system of offered ads. */
export const OFFER_AD_SYSTEM = 'Kinora'

/** An ad of a campaign, which a higher area offers. */
export interface OfferedAd {
  /** ID of the campaign. */
  readonly id: string
  /** ID of the creative, for counting. */
  readonly creativeId: string
  readonly title: string
  readonly advertiser: string
  readonly mediaUrl: string
  /** SHA-256 of the approved file. No other file is shown. */
  readonly fileHash: string
  readonly clickThroughUrl: string | null
  /** Seconds after which viewers can skip the ad. Null if they cannot. */
  readonly skipAfterS: number | null
  readonly pricing: Pricing
  /** Frequency cap of the campaign per viewer. */
  readonly cap: { readonly views: number; readonly hours: number } | null
}

/** A break for which ads can be offered. */
export interface OfferRequest {
  readonly channel: ChannelRow
  readonly content: WatchedContent
  readonly viewer: ViewerFacts
  /** Index of the break in the session, from 0. */
  readonly position: number
  /** Maximum length of an ad, in seconds. */
  readonly lengthS: number
}

/** An ad of a campaign in a session. */
export interface OfferPlace {
  readonly environmentId: string
  readonly campaignId: string
  readonly sessionId: string
  /** Index of the break in the session. */
  readonly position: number
  /** Index of the ad in the break. */
  readonly ad: number
}

/** An ad of a decided break. */
export interface ReservedPlace extends OfferPlace {
  /** Earliest time at which the viewer can see it. */
  readonly reachedAt: Date
}

/** New events of an offered ad, or events that are subtracted. */
export interface OfferEvents extends OfferPlace {
  readonly creativeId: string
  readonly events: readonly AdTrackingEvent[]
  readonly currency: string
  /** Cost of an impression, in billionths of the currency. */
  readonly impressionNanos: number
  readonly at: Date
  /** 1 to add the events, -1 to subtract them. */
  readonly amount: 1 | -1
}

/** Source of offered ads. */
export interface OfferSource extends FileObserver {
  /** Whether the environment has ads now. Then breaks are planned even without an ad tag. */
  hasAds(environmentId: string): Promise<boolean>
  /** Offers ads that may be shown, best first. Of each campaign, the first ad that is ready and fits is inserted. */
  offer(request: OfferRequest): Promise<readonly OfferedAd[]>
  /** Reserves an impression for each ad, in the transaction that stores its decision.
   * @returns ads that must not be shown, because their campaigns have no impression left */
  reserve(tx: Transaction, places: readonly ReservedPlace[]): Promise<ReadonlySet<ReservedPlace>>
  /** Whether an ad may count its impression. Until the transaction ends, no other one counts the last impressions of its campaign. */
  mayCount(tx: Transaction, place: OfferPlace): Promise<boolean>
  /** Counts events in the transaction that stores them. */
  count(tx: Transaction, events: OfferEvents): Promise<void>
}

/** Offered ads of the registered source. */
export interface AdOffers extends FileObserver {
  register(source: OfferSource): void
  /** Whether a channel needs breaks even without an ad tag: for offered ads, or for its house ads. */
  hasAds(channel: ChannelRow): Promise<boolean>
  /** Asks for ads of a break until the signal aborts. After a failure or timeout there are none. */
  ask(request: OfferRequest, signal: AbortSignal): Promise<readonly OfferedAd[]>
  reserve(tx: Transaction, places: readonly ReservedPlace[]): Promise<ReadonlySet<ReservedPlace>>
  mayCount(tx: Transaction, place: OfferPlace): Promise<boolean>
  count(tx: Transaction, events: OfferEvents): Promise<void>
}

const none: OfferSource = {
  hasAds: async () => false,
  offer: async () => [],
  reserve: async () => new Set(),
  mayCount: async () => true,
  count: async () => undefined,
  fileSeen: async () => undefined,
}

/** @param report receives failures */
export function openAdOffers(report: (error: unknown) => void): AdOffers {
  let source = none

  async function orElse<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      report(error)
      return otherwise
    }
  }

  return {
    register(given) {
      source = given
    },
    hasAds({ campaigns, environmentId, houseAdUrls }) {
      if (houseAdUrls.length > 0) return Promise.resolve(true)
      return campaigns === 'none' ? Promise.resolve(false) : orElse(() => source.hasAds(environmentId), false)
    },
    ask(request, signal) {
      if (request.channel.campaigns === 'none') return Promise.resolve([])
      return Promise.race([orElse(() => source.offer(request), []), ended(signal)])
    },
    reserve: (tx, places) => source.reserve(tx, places),
    mayCount: (tx, place) => source.mayCount(tx, place),
    count: (tx, events) => source.count(tx, events),
    fileSeen: (tx, file) => source.fileSeen(tx, file),
  }
}

function ended(signal: AbortSignal): Promise<readonly OfferedAd[]> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve([])
    else signal.addEventListener('abort', () => resolve([]), { once: true })
  })
}

/** Converts an offered ad to the form of an ad server's, without tracking. */
export function inlineOf(offered: OfferedAd): InlineAd & { readonly mediaFiles: readonly [MediaFile] } {
  const { id, title, advertiser, mediaUrl, clickThroughUrl, skipAfterS, pricing } = offered
  const media = {
    url: mediaUrl,
    type: 'video/mp4',
    delivery: 'progressive',
    width: 0,
    height: 0,
    bitrateKbps: 0,
  }
  return {
    kind: 'inline',
    id,
    title,
    advertiser,
    clickThroughUrl,
    pricing,
    mediaFiles: [media],
    sequence: null,
    system: OFFER_AD_SYSTEM,
    universalAdId: null,
    durationS: null,
    categories: [],
    blockedCategories: [],
    tracking: [],
    verifications: [],
    skipOffset: skipAfterS === null ? null : { seconds: skipAfterS },
  }
}
