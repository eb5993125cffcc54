import type { Platform } from '../../../platform/platform.ts'
import type { OfferedAd, OfferSource } from '../../ads/index.ts'
import { fileSeen } from '../creatives/seen-files.ts'
import { countEvents } from '../reports/count-events.ts'
import { lockImpression, reserveImpressions } from '../reports/reservations.ts'
import { type ActiveCampaign, type ActiveCreative, activeCampaigns } from './active-campaigns.ts'
import { chooseCampaigns, hasImpressionsLeft } from './choose.ts'

/** Maximum number of campaigns for a break, because new creatives of all of them are encoded. */
const MAX_OFFERED = 30

/** Source of campaign ads for breaks of channels. */
export function campaignSource(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'secrets' | 'usage'>,
): OfferSource {
  const active = activeCampaigns(platform)
  return {
    hasAds: async (environmentId) => (await active.of(environmentId)).some(hasImpressionsLeft),
    async offer({ channel, content, viewer, position, lengthS }) {
      const { country, deviceType } = viewer
      const tags = [...content.tags, ...channel.tags]
      const where = { streamId: content.id, channelId: channel.id, position, lengthS }
      const watching = { now: platform.clock.now(), country, deviceType, tags, ...where }
      const chosen = chooseCampaigns<ActiveCreative, ActiveCampaign>(
        await active.of(channel.environmentId),
        watching,
      )
      return chosen
        .slice(0, MAX_OFFERED)
        .flatMap(({ campaign, creatives }) => creatives.map((creative) => offeredAd(campaign, creative)))
    },
    reserve: (tx, places) => reserveImpressions(platform, tx, places),
    mayCount: (tx, place) => lockImpression(platform, tx, place),
    count: (tx, events) => countEvents(platform, tx, events),
    fileSeen: (tx, file) => fileSeen(platform, tx, file),
  }
}

function offeredAd(campaign: ActiveCampaign, creative: ActiveCreative): OfferedAd {
  const { id, advertiserName: advertiser, cpm, currency, viewerViews, viewerHours } = campaign
  const { id: creativeId, name: title, mediaUrl, fileHash, clickThroughUrl, skipAfterS } = creative
  return {
    id,
    creativeId,
    title,
    advertiser,
    mediaUrl,
    fileHash,
    clickThroughUrl,
    skipAfterS,
    // A campaign without a price costs nothing, even if the channel has a default price.
    pricing: { model: 'CPM', micros: cpm ?? 0, currency },
    cap: viewerViews === null ? null : { views: viewerViews, hours: viewerHours },
  }
}
