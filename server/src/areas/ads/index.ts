import { adsCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { openConnections } from '../../platform/net/guarded-request.ts'
import type { Ads } from './ads.ts'
import { channelLimit } from './channels/channel-limit.ts'
import { features } from './features.gen.ts'
import { type OfferSource, openAdOffers } from './offers/offers.ts'
import { type DescribeViewer, openViewers } from './offers/viewers.ts'
import { adSource } from './playback/ad-source.ts'
import { TRACKING_PAUSE_S } from './tracking/send-tracking.ts'
import { createBreaker } from './vast/breaker.ts'

export { adChannelNames, shownAdChannels } from './channels/channel-names.ts'
export { AD_FILE, fetchAdFile } from './creatives/fetch-file.ts'
export { preparedFiles } from './creatives/prepared-files.ts'
export type { SeenFile } from './creatives/seen-file.ts'
export { type AdFact, type AdRequestFact, adMeasures } from './facts/fact.ts'
export { type TakenFacts, takeAdFacts } from './facts/facts.ts'
export {
  OFFER_AD_SYSTEM,
  type OfferEvents,
  type OfferedAd,
  type OfferPlace,
  type OfferSource,
  type ReservedPlace,
} from './offers/offers.ts'

declare module '../../platform/area.ts' {
  interface Offers {
    readonly ads: {
      /** Sets the function that describes viewers by location and device. */
      describeViewers(describe: DescribeViewer): void
      /** Adds a source of ads for breaks of channels. */
      offerAds(source: OfferSource): void
    }
  }
}

export const ads = defineArea({
  name: 'ads',
  contract: adsCalls,
  open(platform, { activity, delivery, library, live }) {
    const offers = openAdOffers((error) => platform.log.error({ err: error }, 'campaigns offered no ads'))
    const breakers = { breaker: createBreaker(), trackingBreaker: createBreaker(TRACKING_PAUSE_S * 1000) }
    const open = { connections: openConnections(), deciding: new Map(), trackingHosts: new Map() }
    const own = { ...breakers, ...open, viewers: openViewers(), offers }
    const ads: Ads = { ...platform, delivery, library, live, ...own }
    activity.limitObjects(channelLimit)
    delivery.register(adSource(ads))
    return openFeatures(features, ads, {
      offers: { ads: { describeViewers: ads.viewers.describeBy, offerAds: offers.register } },
    })
  },
})
