// Slow: publishes a live stream and plays it with ads in real time.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openAdServer, type TestAdServer } from '../../../server/src/testing/ad-server.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../../server/src/testing/live/encoder.ts'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import {
  address,
  expect,
  expectPlaying,
  newPerson,
  type Person,
  playerWindow,
  test,
} from '../support/fixtures.ts'
import { noteViews } from '../support/views.ts'

const base = '/video/api/v1'
let adServer: TestAdServer
let person: Person
let encoder: Encoder
let streamId: string

test.use({ viewport: playerWindow })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  adServer = await openAdServer()
  person = await newPerson()
  const stream = await person.call('POST', `${base}/livestreams`, { name: 'Final', dvrWindowS: 600 })
  streamId = String(stream.id)
  const { streamKey } = await person.call('GET', `${base}/livestreams/${streamId}/stream_key`)
  const { rtmp } = (await person.call('GET', `${base}/livestreams/${streamId}`)).ingest as { rtmp: string }
  encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${rtmp}/${streamKey}`])
})
test.afterAll(async () => {
  encoder.process.kill('SIGKILL')
  await encoder.exited
  await adServer.close()
})

const bar = (page: Page) => page.locator('.ad-bar')
const advertiser = (page: Page, ad: string) =>
  page.getByRole('link', { name: `Visit advertiser: Advertisement ${ad}` })

for (const mode of ['stitched', 'guided'])
  test(`viewers of a live stream see the ads of a break and return to the stream (${mode})`, async ({
    page,
    folder,
  }) => {
    const clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(5, '320x180', 12), ...h264, '-c:a', 'aac')
    const ad = (name: string) =>
      adServer.offer(`/${mode}-${name}`, adServer.ad(`${mode}-${name}`, clip, { seconds: 5 }))
    const channel = await person.call('POST', `${base}/ssai`, {
      name: mode,
      streamId,
      preroll: true,
      adServerTimeoutMs: 3000,
      tracking: mode === 'guided' ? 'player' : 'server',
      prerollAdTagUrl: ad('soap'),
      midrollAdTagUrl: ad('tea'),
    })
    const tried = async () => JSON.stringify(await person.call('POST', `${base}/ssai/${channel.id}/try`, {}))
    await expect.poll(tried).toMatch(/soap.*tea/)
    await expect.poll(tried).not.toContain('"preparing"')

    const views = await noteViews(page)
    const query = mode === 'guided' ? '&ads=guided' : ''
    await page.goto(`${address}/embed/${channel.playbackId}?autoplay=1${query}`)
    if (mode === 'guided') await expectPlaying(page)
    else {
      await expect(advertiser(page, `${mode}-soap`)).toBeVisible()
      await expect(page.locator('.ad-left')).toHaveText(/^0:0[0-5]$/)
      await expect(bar(page)).toBeHidden()
    }

    await person.call('POST', `${base}/livestreams/${streamId}/scte`, { durationS: 5, leadS: 2 })
    await expect(advertiser(page, `${mode}-tea`)).toBeVisible()
    const opened = page.waitForEvent('popup')
    await advertiser(page, `${mode}-tea`).click()
    await (await opened).close()
    await expect(bar(page)).toBeHidden()
    const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    const before = await position()
    await expect.poll(position).toBeGreaterThan(before + 1)
    // Live streams in guided mode have no pre-roll.
    for (const name of mode === 'guided' ? ['tea'] : ['soap', 'tea'])
      await expect.poll(() => adServer.reports).toContain(`/report/${mode}-${name}/impression`)
    await expect.poll(() => adServer.reports).toContain(`/report/${mode}-tea/click`)
    // An ad does not end a view or start a new one.
    expect(views.filter(({ type }) => type === 'start')).toHaveLength(1)
    expect(views.filter(({ type }) => type === 'end')).toEqual([])
  })

test('a viewer of a live stream cannot seek past unwatched ads, and the player reports them', async ({
  page,
  folder,
}) => {
  const clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(5, '320x180', 12), ...h264, '-c:a', 'aac')
  const channel = await person.call('POST', `${base}/ssai`, {
    name: 'locked',
    streamId,
    adServerTimeoutMs: 3000,
    tracking: 'player',
    availSuppression: 'none',
    midrollAdTagUrl: adServer.offer('/coffee', adServer.ad('coffee', clip, { seconds: 5 })),
  })
  const tried = async () => JSON.stringify(await person.call('POST', `${base}/ssai/${channel.id}/try`, {}))
  await expect.poll(tried).toContain('coffee')
  await expect.poll(tried).not.toContain('"preparing"')
  const reports = () => adServer.reports.filter((path) => path.startsWith('/report/coffee/')).toSorted()

  const counted: string[] = []
  page.on('request', (request) => {
    if (/\.m4s\?ad=/.test(request.url())) counted.push(request.url())
  })
  await page.goto(`${address}/embed/${channel.playbackId}?autoplay=1`)
  const windowS = () =>
    page
      .locator('video')
      .evaluate(({ seekable }: HTMLVideoElement) => seekable.length && seekable.end(0) - seekable.start(0))
  await expect.poll(windowS).toBeGreaterThan(50)
  await expect(page.locator('media-time-range')).toBeVisible()
  await person.call('POST', `${base}/livestreams/${streamId}/scte`, { durationS: 5, leadS: 2 })
  await expect(advertiser(page, 'coffee')).toBeVisible()
  const adStartedAt = Date.now()
  await expect(page.locator('media-time-range')).toBeHidden()
  await expect(bar(page)).toBeHidden()
  const events = ['complete', 'firstQuartile', 'impression', 'midpoint', 'start', 'thirdQuartile']
  await expect.poll(reports).toEqual(events.map((event) => `/report/coffee/${event}`))
  // The delivery of ad segments does not count.
  expect(counted).toEqual([])

  const atS = () => page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
  const seek = (byS: number) =>
    page.locator('video').evaluate((video: HTMLVideoElement, seconds) => {
      video.currentTime += seconds
    }, byS)
  const goLive = () => page.getByRole('button', { name: 'Go to live' }).click({ timeout: patient(10_000) })
  // Watched ads are not shown again.
  await seek(-25)
  await goLive()
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible()
  await expect(bar(page)).toBeHidden()

  // After a reload, the viewer has a new session without watched ads.
  await page.reload()
  await expectPlaying(page)
  // On a busy machine, the player restarts if the stream stalls.
  await expect(async () => {
    await seek((adStartedAt - Date.now()) / 1000 - 15)
    await goLive()
    await expect(advertiser(page, 'coffee')).toBeVisible({ timeout: patient(15_000) })
  }).toPass()
  const inAdS = await atS()
  await seek(10)
  await expect(advertiser(page, 'coffee')).toBeVisible()
  expect(await atS()).toBeLessThan(inAdS + 5)
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible()
  expect(await atS()).toBeGreaterThan(inAdS + 10)
})
