import { mediaPlaylist } from '@kinora/media'
import { describe, expect, it } from 'vitest'
import { playlistFile } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { openOffers } from '../offers/offers.ts'
import type { Asking } from '../sessions/ask-break.ts'
import { planBreaks } from './break-plan.ts'

const channel = {
  ...{
    id: 'c',
    environmentId: 'e',
    contentId: 'v',
    livestreamId: null,
    name: 'Evening',
    enabled: true,
    tags: [],
  },
  ...{ preroll: true, prerollAdTagUrl: 'http://a.example/pre', maxPrerollDurationS: 20 },
  ...{ midrollAdTagUrl: 'http://a.example/mid', adServerTimeoutMs: 150, playbackId: 'p' },
  ...{ allowSeekOverAds: false, tracking: 'server' as const, cpm: null, currency: 'USD' },
  ...{ houseAdUrls: [], openingBumperUrl: null, closingBumperUrl: null, slateUrl: null },
  ...{
    campaigns: 'rest' as const,
    vmapUrl: null,
    frequencyCap: null,
    competitiveSeparation: false,
    metadata: [],
  },
  ...{ availSuppression: 'behind' as const, availSuppressionS: 0, personalizationThresholdS: null },
  ...{ searchText: '', addedBy: 'Ananya', createdAt: new Date(0) },
} satisfies ChannelRow
const video = {
  ...{ outputId: 'o', codecs: 'avc1.64001f', width: 640, height: 360, frameRate: 25 },
  bandwidth: { peak: 1, average: 1 },
}
const streams = { video: [video], audio: [], subtitles: [], audioIsRung: false }
const growing = mediaPlaylist({
  ...{ initUri: 'init.mp4', segments: [{ uri: 'seg-0.m4s', durationS: 4 }], ended: false },
})

const offersWith = (has: boolean) => {
  const offers = openOffers(() => undefined)
  offers.register({
    hasAds: async () => has,
    offer: async () => [],
    count: async () => undefined,
    fileSeen: async () => undefined,
  })
  // Breaks of the video are not even read.
  return { offers } as Ads
}

describe('the breaks of a session', () => {
  it('are only before a video that still grows', async () => {
    const sharedPlaylist = () => playlistFile(growing, 'never')
    const asking = { channel } as unknown as Asking
    expect(await planBreaks(offersWith(false), asking, { streams, sharedPlaylist })).toEqual([
      { position: 0, kind: 'preroll', atS: 0, availableS: 20, origin: { url: 'http://a.example/pre' } },
    ])
  })

  it('are there without an ad tag if a campaign can fill them', async () => {
    const sharedPlaylist = () => playlistFile(growing, 'never')
    const planned = (has: boolean, campaigns: ChannelRow['campaigns']) => {
      const asking = { channel: { ...channel, prerollAdTagUrl: null, campaigns } } as unknown as Asking
      return planBreaks(offersWith(has), asking, { streams, sharedPlaylist })
    }
    expect(await planned(true, 'rest')).toMatchObject([{ kind: 'preroll', availableS: 20, origin: null }])
    expect(await planned(false, 'rest')).toEqual([])
    expect(await planned(true, 'none')).toEqual([])
  })
})
