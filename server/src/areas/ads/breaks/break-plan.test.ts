import { mediaPlaylist } from '@kinora/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer, vast } from '../../../testing/ad-server.ts'
import { playlistFile } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { openAdOffers } from '../offers/offers.ts'
import { type Asking, askBreak } from '../sessions/ask-break.ts'
import { planBreaks } from './break-plan.ts'

const channel = {
  id: 'c',
  environmentId: 'e',
  contentId: 'v',
  livestreamId: null,
  name: 'Evening',
  enabled: true,
  tags: [],
  preroll: true,
  prerollAdTagUrl: 'http://a.example/pre',
  maxPrerollDurationS: 20,
  midrollAdTagUrl: 'http://a.example/mid',
  adServerTimeoutMs: 150,
  playbackId: 'p',
  allowSeekOverAds: false,
  tracking: 'server' as const,
  cpm: null,
  currency: 'USD',
  houseAdUrls: [],
  openingBumperUrl: null,
  closingBumperUrl: null,
  slateUrl: null,
  campaigns: 'rest' as const,
  vmapUrl: null,
  frequencyCap: null,
  competitiveSeparation: false,
  metadata: [],
  availSuppression: 'behind' as const,
  availSuppressionS: 0,
  personalizationThresholdS: null,
  searchText: '',
  addedBy: 'Ananya',
  createdAt: new Date(0),
} satisfies ChannelRow
const video = {
  outputId: 'o',
  codecs: 'avc1.64001f',
  width: 640,
  height: 360,
  frameRate: 25,
  bandwidth: { peak: 1, average: 1 },
}
const streams = { video: [video], audio: [], subtitles: [], audioIsRung: false }
const growing = mediaPlaylist({
  initUri: 'init.mp4',
  segments: [{ uri: 'seg-0.m4s', durationS: 4 }],
  ended: false,
})

const whole = mediaPlaylist({
  initUri: 'init.mp4',
  ended: true,
  segments: Array.from({ length: 60 }, (_, n) => ({ uri: `seg-${n}.m4s`, durationS: 4 })),
})
const sharedWhole = () => playlistFile(whole, 'forever')

let server: TestAdServer
beforeAll(async () => {
  server = await openAdServer()
})
afterAll(() => server.close())

interface OwnBreak {
  readonly atS: number
  readonly durationS?: number
  readonly adTagUrl?: string
}

/** Plans the breaks of a video of 240 seconds. */
function openWhole(own: readonly OwnBreak[], given: Partial<ChannelRow> = {}) {
  const rows = own.map((each) => ({ durationS: 10, adTagUrl: null, enabled: true, ...each }))
  const query = { from: () => query, where: () => query, orderBy: async () => rows }
  const ads = {
    ...offersWith(false),
    db: { select: () => query },
    config: { URL_ALLOW_PRIVATE: ['127.0.0.0/8'], OUTGOING_HOSTS: [] },
    clock: { now: () => new Date(0) },
  } as unknown as Ads
  const viewing = {
    sessionId: 's',
    viewer: { address: '', userAgent: '' },
    facts: {},
    params: {},
    isTrial: true,
  }
  const content = { id: 'v', title: '', tags: [] }
  const asking = {
    channel: { ...channel, ...given },
    content,
    viewing,
    signal: AbortSignal.timeout(5000),
    servers: { isPaused: () => false, record: () => undefined },
  } as unknown as Asking
  return { ads, asking, plan: () => planBreaks(ads, asking, { streams, sharedPlaylist: sharedWhole }) }
}

const planWhole = (...given: Parameters<typeof openWhole>) => openWhole(...given).plan()

function serveVmap(...offsets: readonly string[]): string {
  const breaks = offsets.map(
    (offset, n) => `<AdBreak timeOffset="${offset}" breakType="linear"><AdSource>
      <AdTagURI>http://a.example/${n}</AdTagURI></AdSource></AdBreak>`,
  )
  server.answer('/vmap', (_request, response) =>
    response.end(`<VMAP version="1.0">${breaks.join('')}</VMAP>`),
  )
  return `${server.url}/vmap`
}

const offersWith = (has: boolean) => {
  const offers = openAdOffers(() => undefined)
  offers.register({
    hasAds: async () => has,
    offer: async () => [],
    count: async () => undefined,
    fileSeen: async () => undefined,
    reserve: async () => new Set(),
    mayCount: async () => true,
  })
  // There is no database, because the breaks of the video are not read.
  return { offers } as Ads
}

describe('the breaks of a session', () => {
  it('are only a pre-roll while the video is being encoded', async () => {
    const sharedPlaylist = () => playlistFile(growing, 'never')
    const asking = { channel } as unknown as Asking
    expect(await planBreaks(offersWith(false), asking, { streams, sharedPlaylist })).toEqual([
      { position: 0, kind: 'preroll', atS: 0, availableS: 20, origin: { url: 'http://a.example/pre' } },
    ])
  })

  it('exist without an ad tag if a campaign or a house ad can fill them', async () => {
    const sharedPlaylist = () => playlistFile(growing, 'never')
    const planned = (has: boolean, campaigns: ChannelRow['campaigns']) => {
      const asking = { channel: { ...channel, prerollAdTagUrl: null, campaigns } } as unknown as Asking
      return planBreaks(offersWith(has), asking, { streams, sharedPlaylist })
    }
    expect(await planned(true, 'rest')).toMatchObject([{ kind: 'preroll', availableS: 20, origin: null }])
    expect(await planned(false, 'rest')).toEqual([])
    expect(await planned(true, 'none')).toEqual([])
    const house = {
      ...channel,
      prerollAdTagUrl: null,
      campaigns: 'none',
      houseAdUrls: ['https://a.example/h.mp4'],
    }
    const asking = { channel: house } as unknown as Asking
    expect(await planBreaks(offersWith(false), asking, { streams, sharedPlaylist })).toHaveLength(1)
  })

  it('at the same time are merged into one, with the ads and the length of all', async () => {
    const adTagUrl = 'http://a.example/own'
    const own = [{ atS: 0.5 }, { atS: 39 }, { atS: 40.5, durationS: 20 }, { atS: 41, adTagUrl }]
    const plan = await planWhole(own)
    expect(plan.map(({ kind, atS, availableS }) => [kind, atS, availableS])).toEqual([
      ['preroll', 0, 30],
      ['midroll', 40, 40],
    ])
    expect(plan.map(({ origin }) => origin)).toEqual([
      { all: [{ url: channel.prerollAdTagUrl }, { url: channel.midrollAdTagUrl }] },
      { all: [{ url: channel.midrollAdTagUrl }, { url: adTagUrl }] },
    ])
  })

  it('of VMAP are merged at the same time, and can refer to a break of the video by number', async () => {
    const vmapUrl = serveVmap('00:00:40', '40.0', '00:00:40.500', '#2', '#9', '50%', 'end', 'start')
    const plan = await planWhole([{ atS: 12 }, { atS: 80, durationS: 25 }], { vmapUrl })
    const named = plan.map(({ atS, availableS, isOpen = false, origin }) => {
      const origins = origin === null || !('all' in origin) ? [origin] : origin.all
      const urls = origins.map((each) => each && ('adBreak' in each ? each.adBreak.tagUrl : 'own'))
      return [atS, availableS, isOpen, urls.join().replaceAll('http://a.example/', '')]
    })
    expect(named).toEqual([
      [0, 20, false, '7'],
      [12, 10, false, 'own'],
      [40, 600, true, '0,2'],
      [80, 25, false, '3'],
      [120, 600, true, '5'],
      [240, 600, true, '6'],
    ])
    expect(plan[0]?.asked?.exchanges[0]?.fault).toBe('unknown VMAP offsets: 40.0, #9')
  })

  it('are found in a VMAP answer by time, percentage or number', async () => {
    const asked = ['#2', '00:01:00', '25%', '00:02:42', 'start', 'end'].map((offset, n) => {
      const ad = vast(server.ad(`${n}`, ''))
      return `<AdBreak timeOffset="${offset}" breakType="linear"><AdSource><VASTAdData>${ad}</VASTAdData></AdSource></AdBreak>`
    })
    server.answer('/all', (_request, response) =>
      response.end(`<VMAP version="1.0">${asked.join('')}</VMAP>`),
    )
    const midrollAdTagUrl = `${server.url}/all`
    const own = [{ atS: 60 }, { atS: 160 }, { atS: 236 }, { atS: 240 }]
    const { ads, asking, plan } = openWhole(own, { preroll: false, midrollAdTagUrl })
    const answers = (await plan()).map((each) => askBreak(ads, asking, each, {}))
    const ids = (await Promise.all(answers)).map((answer) => answer.ads.map(({ id }) => id).join())
    expect(ids).toEqual(['1,2', '0', '', '5'])
  })

  it('are at most fifty, and the post-roll is one of them', async () => {
    const seconds = Array.from({ length: 58 }, (_, n) => new Date(n * 4000).toISOString().slice(11, 19))
    const plan = await planWhole([], {
      vmapUrl: serveVmap(...seconds, ...seconds, ...seconds, ...seconds, 'end'),
    })
    expect(plan).toHaveLength(50)
    expect(plan.at(-1)).toMatchObject({ position: 49, kind: 'postroll', atS: 240 })
  })
})
