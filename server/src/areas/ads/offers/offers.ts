import type { AdTrackingEvent } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { Pricing } from '../facts/pricing.ts'
import type { ViewerFacts } from '../facts/viewers.ts'
import type { WatchedContent } from '../sessions/viewing.ts'
import type { InlineAd, MediaFile } from '../vast/vast.ts'

/** What ads of areas above have as their ad system. */
export const OFFER_AD_SYSTEM = 'Kinora'

/** An ad of an area above. */
export interface OfferedAd {
  /** Of its campaign. */
  readonly id: string
  /** Of its file, for what is counted. */
  readonly creativeId: string
  readonly title: string
  readonly advertiser: string
  readonly mediaUrl: string
  readonly clickThroughUrl: string | null
  /** Null if viewers may not skip it. */
  readonly skipAfterS: number | null
  readonly pricing: Pricing
  /** How often one viewer may see the campaign. */
  readonly cap: { readonly views: number; readonly hours: number } | null
}

/** A break that can have offered ads. */
export interface OfferRequest {
  readonly channel: ChannelRow
  readonly content: WatchedContent
  readonly viewer: ViewerFacts
  /** Of the break in the session, from 0. */
  readonly position: number
  /** The longest ad that fits, in seconds. */
  readonly lengthS: number
}

/** Events of an offered ad that were not counted before, or that are taken back. */
export interface OfferEvents {
  readonly environmentId: string
  readonly campaignId: string
  readonly creativeId: string
  readonly events: readonly AdTrackingEvent[]
  readonly currency: string
  /** What an impression costs, in billionths of the currency. */
  readonly impressionNanos: number
  readonly at: Date
  /** -1 if they are taken back. */
  readonly amount: 1 | -1
}

/** The file of an ad, as it was just fetched. */
export interface SeenFile {
  readonly environmentId: string
  readonly mediaUrl: string
  /** SHA-256. */
  readonly hash: string
  readonly at: Date
}

/** Has ads of its own. */
export interface OfferSource {
  /** Whether the environment has any now. Breaks are planned for them if a channel has no ad tag. */
  hasAds(environmentId: string): Promise<boolean>
  /** Those that may be shown, the first choice first. Of the ads of one campaign, the first that can be shown is taken. */
  offer(request: OfferRequest): Promise<readonly OfferedAd[]>
  /** Counts events in the transaction that stores them. */
  count(tx: Transaction, events: OfferEvents): Promise<void>
  /** Looks whether a file is still the one that was approved. */
  fileSeen(tx: Transaction, file: SeenFile): Promise<void>
}

/** Ads of areas above. An area registers them. */
export interface AdOffers {
  register(source: OfferSource): void
  /** Whether channels get breaks without an ad tag: for these ads, or for their own house ads. */
  hasAds(channel: ChannelRow): Promise<boolean>
  /** The ads for a break, while there is time. A failure costs only these ads. */
  ask(request: OfferRequest, signal: AbortSignal): Promise<readonly OfferedAd[]>
  count(tx: Transaction, events: OfferEvents): Promise<void>
  fileSeen(tx: Transaction, file: SeenFile): Promise<void>
}

const none: OfferSource = {
  hasAds: async () => false,
  offer: async () => [],
  count: async () => undefined,
  fileSeen: async () => undefined,
}

/** @param report is called with failures */
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

/** The ad as one of an ad server, without anything to report. */
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
