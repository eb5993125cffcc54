// Slow: axe examines each screen, and each is measured in three languages.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openAdServer } from '../../../server/src/testing/ad-server.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import {
  address,
  builtInRole,
  expect,
  joinAs,
  newPerson,
  type Person,
  readyClip,
} from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

const base = '/video/api/v1'
const adStart = '/DA4AAAAAAAA///wBQb+E0/ZAAAiAiBDVUVJSAAAjn//AAApMuADDEFCQ0QwMTIzMDAwSDABAufhFH8='

testScreens('ad channels, their sessions and ad breaks', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const viewer = await joinAs(person, await builtInRole(person, 'viewer'))
  const { videoId, channelId, sessionId } = await seed(person)
  const { id: emptyId } = await readyClip(person, { title: 'Without ads' })
  const of = (path: string, who = person): Screen => ({
    person: who,
    address: `${address}/${who.environmentId}/${path}`,
  })
  const page = `ad_insertion/${channelId}`
  return [
    of('ad_insertion', newcomer),
    of('ad_insertion'),
    of('ad_insertion?q=nothing'),
    { ...of('ad_insertion?new=true'), act: openRules, shown: dialogOf },
    of('ad_insertion/scte35', newcomer),
    of(`ad_insertion/scte35?message=${encodeURIComponent(adStart)}`),
    of('ad_insertion/scte35?message=unknown'),
    of(page),
    { ...of(page), act: ask, shown: (shown) => shown.getByRole('heading', { level: 3 }) },
    { ...of(page), act: build, shown: dialogOf },
    of(page, viewer),
    of(`${page}?tab=metadata`),
    of(`${page}?tab=sessions`),
    of(`${page}?tab=sessions&q=nothing`),
    {
      ...of(`${page}?tab=reconciliation`),
      act: compare,
      shown: (shown) => shown.getByRole('gridcell', { name: 'milk', exact: true }),
    },
    { ...of('cdn_analytics?tab=ads'), shown: totals },
    { ...of('cdn_analytics?tab=revenue'), shown: totals },
    of('cdn_analytics?tab=revenue', newcomer),
    {
      ...of(`${page}?tab=sessions&session=${sessionId}`),
      act: openAnswer,
      shown: (shown) => shown.getByRole('heading', { level: 3 }),
    },
    of(`${page}?tab=sessions&session=${crypto.randomUUID()}`),
    of(`ad_insertion/${crypto.randomUUID()}`),
    { ...of(`videos/${videoId}/scte`), shown: (shown) => shown.locator('ol').last() },
    of(`videos/${videoId}/ad-insertions`),
    of(`videos/${emptyId}/ad-insertions`),
    { ...of(`videos/${videoId}/scte`), act: editBreak, shown: dialogOf },
    { ...of(`videos/${videoId}/scte`), act: openImport, shown: dialogOf },
  ]
})

const compare = async (page: Page) => {
  await page.getByRole('textbox').last().fill('tea,3\nmilk,7')
  await page.locator('form button[type=submit]').click()
}
const totals = (page: Page) => page.locator('li > button[aria-pressed]').first()

/** Creates a channel with a played session, and a disabled channel. Its ad server stops afterwards. */
async function seed(person: Person) {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-ads-'))
  const adServer = await openAdServer()
  const clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(2, '320x180'), ...h264, '-c:a', 'aac')
  const { ad } = adServer
  const { id: videoId } = await readyClip(person, { title: 'Coastal Premier League: final' })
  await person.call('POST', `${base}/contents/${videoId}/scte`, { at: 3.5, durationS: 10 })
  const adTagUrl = 'http://127.0.0.1:9/vast/of/a/long/address?page=[CACHEBUSTING]&position=[BREAKPOSITION]'
  await person.call('POST', `${base}/contents/${videoId}/scte`, { at: 6, adTagUrl, enabled: false })
  const { id: channelId, finalUrl } = await person.call('POST', `${base}/ssai`, {
    name: 'Evening with ads',
    streamId: videoId,
    preroll: true,
    adServerTimeoutMs: 3000,
    cpm: 4_250_000,
    tracking: 'delivery',
    prerollAdTagUrl: adServer.offer(
      '/preroll',
      ad('soap', clip, { sequence: 1, extra: '<Pricing model="CPM" currency="USD">12.5</Pricing>' }),
      ad('long', clip, { seconds: 50, sequence: 2 }),
    ),
    midrollAdTagUrl: adServer.offer('/midroll', ad('tea', clip)),
    tags: ['evening', 'sports'],
    frequencyCap: { views: 3, hours: 24 },
    competitiveSeparation: true,
    metadata: [{ key: 'genre', value: 'sport', type: 'text' }],
  })
  const other = await person.call('POST', `${base}/ssai`, { name: 'Morning show', streamId: videoId })
  await person.call('POST', `${base}/ssai/${other.id}/disable`)
  const isReady = async () => JSON.stringify(await person.call('POST', `${base}/ssai/${channelId}/try`, {}))
  await expect.poll(isReady).not.toContain('"preparing"')
  await play(String(finalUrl))
  await expect.poll(() => adServer.reports.length).toBeGreaterThan(17)
  // Figures appear some seconds after playback.
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const figures = `/data/api/v1/views?metric=ad-impressions&from=${from}&to=${to}`
  await expect.poll(async () => (await person.call('GET', figures)).total).toBeGreaterThan(2)
  await adServer.close()
  await rm(folder, { recursive: true })
  const { items } = await person.call('GET', `${base}/ssai/${channelId}/sessions`)
  return { videoId, channelId: String(channelId), sessionId: (items as { id: string }[])[0]?.id ?? '' }
}

/** Fetches all segments like a player. */
async function play(finalUrl: string): Promise<void> {
  const linesOf = async (url: string) =>
    (await (await fetch(url)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const [playlist = ''] = await linesOf(finalUrl)
  const url = new URL(playlist, finalUrl).href
  for (const segment of await linesOf(url)) await (await fetch(new URL(segment, url))).arrayBuffer()
}

const ask = (page: Page) => page.getByRole('main').locator('form button[type=submit]').click()
/** Clicks the button below the links. */
const build = (page: Page) => page.locator('section:has(code) > div:last-of-type > button').first().click()
const openRules = (page: Page) => page.getByRole('dialog').locator('summary').first().click()
const openAnswer = (page: Page) => page.locator('details').first().locator('summary').click()
/** Clicks the button next to "Add ad break". */
const openImport = (page: Page) => page.locator('section:has(ol) button').nth(1).click()
const editBreak = (page: Page) => page.locator('ol li button').nth(1).click()
