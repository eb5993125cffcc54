import { adCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import { atMostHourly } from '../../platform/jobs/sweeper.ts'
import type { Ads } from './ads.ts'
import { enqueueDueBeacons } from './beacons/beacons.ts'
import { beaconHandler } from './beacons/send-handler.ts'
import { announceServerStates } from './channels/ad-server-state.ts'
import { channelLimit } from './channels/channel-limit.ts'
import { conditionHandler } from './creatives/condition.ts'
import { deleteUnusedCreatives } from './creatives/unused-creatives.ts'
import { correctBreakLengths } from './facts/break-lengths.ts'
import { type DescribeViewer, openViewers } from './facts/viewers.ts'
import { type OfferSource, openOffers } from './offers/offers.ts'
import { placesHandler } from './places/find-places.ts'
import { adSource } from './playback/ad-source.ts'
import { adRoutes } from './routes.ts'
import { deleteOldViews } from './rules/ad-views.ts'
import { deleteOldSessions } from './sessions/session-log.ts'
import { createBreaker } from './vast/breaker.ts'
import { viewingRoutes } from './viewing/viewing-routes.ts'

export { adChannelNames, shownAdChannels } from './channels/channel-names.ts'
export { preparedFiles } from './creatives/prepared-files.ts'
export { type AdFact, adMeasures } from './facts/fact.ts'
export { takeAdFacts } from './facts/facts.ts'
export type { OfferEvents, OfferedAd, OfferSource, SeenFile } from './offers/offers.ts'

declare module '../../platform/area.ts' {
  interface Offers {
    readonly ads: {
      /** Has viewers of ads described by the area that knows places and devices. */
      describeViewers(describe: DescribeViewer): void
      /** Shows ads of an area in breaks of channels. */
      offerAds(source: OfferSource): void
    }
  }
}

export const ads = defineArea({
  name: 'ads',
  contract: adCalls,
  open(platform, { activity, delivery, library, live }) {
    const offers = openOffers((error) => platform.log.error({ err: error }, 'campaigns offered no ads'))
    const own = { breaker: createBreaker(), viewers: openViewers(), offers }
    const opened: Ads = { ...platform, library, live, ...own }
    activity.limitObjects(channelLimit)
    delivery.register(adSource(opened))
    return {
      offers: { ads: { describeViewers: opened.viewers.describeBy, offerAds: offers.register } },
      jobs: [conditionHandler(opened), beaconHandler(opened), placesHandler(opened)],
      sweeps: {
        'ads.beacons': () => enqueueDueBeacons(opened),
        'ads.breakLengths': () => correctBreakLengths(opened),
        'ads.serverStates': () => announceServerStates(opened),
        'ads.sessions': () => deleteOldSessions(opened),
        'ads.views': atMostHourly(platform.clock, () => deleteOldViews(opened)),
        'ads.creatives': atMostHourly(platform.clock, () => deleteUnusedCreatives(opened)),
      },
      routes: {
        web: (server) => adRoutes(server, opened),
        delivery: (server) => viewingRoutes(server, opened, delivery),
      },
    }
  },
})
