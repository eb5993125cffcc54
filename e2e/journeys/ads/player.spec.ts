// Slow: plays videos with their ads in real time.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openAdServer, type TestAdServer } from '../../../server/src/testing/ad-server.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  address,
  expect,
  newPerson,
  type Person,
  playerWindow,
  publishSubtitles,
  readyClip,
  test,
} from '../support/fixtures.ts'
import { picturesFolder, takePicture } from '../support/pictures.ts'
import { noteViews } from '../support/views.ts'

const base = '/video/api/v1'
let adServer: TestAdServer
let person: Person
let videoId: string

test.use({ viewport: playerWindow })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  adServer = await openAdServer()
  person = await newPerson()
  videoId = (await readyClip(person, { title: 'Harvest festival' })).id
  await person.call('POST', `${base}/contents/${videoId}/scte`, { at: 3.5, durationS: 10 })
})
test.afterAll(() => adServer.close())

/** A channel with ready ads: a pre-roll that can be skipped after 1 s, and a mid-roll of 3 s. */
async function newChannel(
  folder: string,
  name: string,
  settings: object = {},
  prerollS = 4,
): Promise<Record<string, unknown>> {
  const clip = async (lengthS: number) =>
    makeClip(
      join(folder, `${name}-${lengthS}.mp4`),
      ...pattern(lengthS, '320x180', 12),
      ...h264,
      '-c:a',
      'aac',
    )
  const ad = async (id: string, seconds: number, skipOffset?: string) =>
    adServer.ad(id, await clip(seconds), {
      seconds,
      creative: `${seconds} s`,
      ...(skipOffset && { skipOffset }),
    })
  const [first, second] = [`${name}-soap`, `${name}-tea`]
  const channel = await person.call('POST', `${base}/ssai`, {
    name,
    streamId: videoId,
    preroll: true,
    adServerTimeoutMs: 3000,
    prerollAdTagUrl: adServer.offer(`/${first}`, await ad(first, prerollS, '00:00:01')),
    midrollAdTagUrl: adServer.offer(`/${second}`, await ad(second, 3)),
    ...settings,
  })
  const tried = async () => JSON.stringify(await person.call('POST', `${base}/ssai/${channel.id}/try`, {}))
  await expect.poll(tried).not.toContain('"preparing"')
  return channel
}

const bar = (page: Page) => page.locator('.ad-bar')
const count = (page: Page) => page.locator('.ad-count')
const position = (page: Page) =>
  page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
const seek = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to
  }, seconds)
const play = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.play())
const pause = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
const reportsOf = (ad: string) =>
  adServer.reports.filter((path) => path.startsWith(`/report/${ad}/`)).map((path) => path.split('/').at(-1))

test('viewers see the ad bar, visit the advertiser, skip an ad, and cannot seek past ads', async ({
  page,
  folder,
}) => {
  // The server reports the end of an ad after its length has passed, so the ad is longer than the actions during it.
  const { id, playbackId } = await newChannel(folder, 'bar', {}, 20)
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\.m4s\?ad=/.test(request.url())) fetched.push(request.url())
  })
  await page.goto(`${address}/embed/${playbackId}`)
  await expect.poll(() => page.locator('.ad-marks i').count()).toBe(2)
  await expect(bar(page)).toBeHidden()
  await page.waitForLoadState('networkidle')
  // The delivery of an ad's first segment counts as an impression.
  expect(fetched).toEqual([])
  await play(page)
  await expect(count(page)).toHaveText('Ad 1 of 1')
  await expect(page.locator('.ad-left')).toHaveText(/^0:(1\d|20)$/)
  await expect(page.locator('media-time-range')).toBeHidden()

  const advertiser = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Visit advertiser: Advertisement bar-soap' }).click()
  const opened = await advertiser
  await expect(opened).toHaveTitle('bar-soap')
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  await opened.close()
  await page.getByRole('button', { name: 'Skip ad' }).click()
  await expect(bar(page)).toBeHidden()
  await pause(page)
  expect(await position(page)).toBeGreaterThan(19.9)

  // The break is from 24 to 27 s of the stream.
  await seek(page, 28)
  await expect(bar(page)).toBeVisible()
  await play(page)
  await expect(count(page)).toHaveText('Ad 1 of 1')
  expect(await position(page)).toBeLessThan(27)
  await seek(page, 28)
  expect(await position(page)).toBeLessThan(27)
  await expect(bar(page)).toBeHidden()
  expect(await position(page)).toBeGreaterThan(27.9)
  await seek(page, 22)
  await seek(page, 28)
  expect(await position(page)).toBeGreaterThan(27.9)
  await expect(bar(page)).toBeHidden()

  await expect.poll(() => reportsOf('bar-soap')).toContain('skip')
  expect(reportsOf('bar-soap').filter((event) => event === 'click')).toHaveLength(1)
  expect(reportsOf('bar-soap')).not.toContain('complete')
  const { items } = await person.call('GET', `${base}/ssai/${id}/sessions`)
  expect(items).toHaveLength(1)
})

test('subtitles before and after ads have the times of their video', async ({ page, folder }) => {
  const { id } = await readyClip(person, { title: 'Village choir' })
  await person.call('POST', `${base}/contents/${id}/scte`, { at: 3.5, durationS: 10 })
  await publishSubtitles(person, id, { name: 'English', languageCode: 'en' }, 'At', 6)
  const { playbackId } = await newChannel(folder, 'cues', { streamId: id })
  await page.goto(`${address}/embed/${playbackId}?captions=en`)
  await play(page)
  const cues = () =>
    page
      .locator('video')
      .evaluate((video: HTMLVideoElement) =>
        [...video.textTracks].flatMap(({ mode, cues: all }) =>
          [...(mode === 'showing' ? (all ?? []) : [])].map((cue) => [
            cue instanceof VTTCue ? cue.text : '',
            Math.round(cue.startTime * 10) / 10,
          ]),
        ),
      )
  // The pre-roll lasts 4 s, and the break of 3 s is at 4 s of the video.
  const expected = Array.from({ length: 6 }, (_, n) => [`At ${n}`, n < 4 ? n + 4 : n + 7])
  await expect.poll(cues).toEqual(expected)
})

test('the player reports all events of an ad with client-side tracking', async ({ page, folder }) => {
  const { playbackId } = await newChannel(folder, 'report', { tracking: 'player', allowSeekOverAds: true })
  await page.goto(`${address}/embed/${playbackId}`)
  await play(page)
  await expect(bar(page)).toBeVisible()
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.pause()
  })
  await play(page)
  await expect(bar(page)).toBeHidden()
  await pause(page)
  await expect
    .poll(() => reportsOf('report-soap').toSorted())
    .toEqual(
      [
        'impression',
        'start',
        'firstQuartile',
        'midpoint',
        'thirdQuartile',
        'complete',
        'mute',
        'pause',
        'resume',
      ].sort(),
    )
  // The mid-roll was not shown.
  await seek(page, 12)
  await play(page)
  await expect.poll(() => position(page)).toBeGreaterThan(12)
  expect(reportsOf('report-tea')).toEqual([])
})

test('a viewer keeps one session while the video plays', async ({ page, folder }) => {
  const { id, playbackId } = await newChannel(folder, 'long')
  await page.clock.install()
  await page.goto(`${address}/embed/${playbackId}`)
  await expect.poll(() => page.locator('.ad-marks i').count()).toBe(2)
  // The player looks for new renditions at this interval.
  await page.clock.runFor(60_000)
  await page.evaluate(() => fetch('/healthz'))
  const { items } = await person.call('GET', `${base}/ssai/${id}/sessions`)
  expect(items).toHaveLength(1)
})

test('the ad bar is readable in all sizes and directions', async ({ page, folder }) => {
  const { playbackId } = await newChannel(folder, 'look')
  for (const [language, width, height] of [
    ['en', 1440, 810],
    ['ar', 390, 219],
    ['te', 320, 180],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${address}/embed/${playbackId}?lang=${language}&muted=1`)
    await play(page)
    const skip = page.locator('.ad-skip')
    await expect(skip).toBeVisible()
    await expect(bar(page)).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await pause(page)
    if (picturesFolder) await takePicture(page, { look: language, group: 'ad bar', number: width })
    const [top, bottom] = [await bar(page).boundingBox(), await skip.boundingBox()]
    expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThanOrEqual(bottom?.y ?? 0)
    expect((top?.x ?? 0) + (top?.width ?? 0)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
})

test('guided mode plays a pre-roll and a mid-roll, and then resumes the video', async ({ page, folder }) => {
  const { playbackId } = await newChannel(folder, 'guided')
  await page.goto(`${address}/embed/${playbackId}?ads=guided`)
  await expect.poll(() => page.locator('.ad-marks i').count()).toBe(2)
  await play(page)
  await expect(count(page)).toHaveText('Ad 1 of 1')
  await expect(page.getByRole('link', { name: 'Visit advertiser: Advertisement guided-soap' })).toBeVisible()
  await page.getByRole('button', { name: 'Skip ad' }).click()
  await expect(bar(page)).toBeHidden()
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  expect(await position(page)).toBeLessThan(4)

  // The break is at 4 s of the video.
  await seek(page, 5)
  await expect(page.getByRole('link', { name: 'Visit advertiser: Advertisement guided-tea' })).toBeVisible()
  await expect(page.locator('.ad-left')).toHaveText(/^0:0[0-3]$/)
  await expect(bar(page)).toBeHidden()
  await expect.poll(() => position(page)).toBeGreaterThan(5.2)
  const ended = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)
  await expect.poll(ended).toBe(true)
  const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
  await expect.poll(() => reportsOf('guided-tea').toSorted()).toEqual(events.toSorted())
  expect(reportsOf('guided-soap')).toContain('skip')
  expect(reportsOf('guided-soap')).not.toContain('complete')
})

for (const mode of ['stitched', 'guided']) {
  test(`a view of a video with ads counts once, with times of the video (${mode})`, async ({
    page,
    folder,
  }) => {
    const { playbackId } = await newChannel(folder, `counted-${mode}`, {}, 2)
    const views = await noteViews(page)
    await page.goto(`${address}/embed/${playbackId}?ads=${mode}`)
    await expect.poll(() => page.locator('.ad-marks i').count()).toBe(2)
    await play(page)
    await expect(bar(page)).toBeVisible()
    const ended = () => views.filter(({ type }) => type === 'end')
    await expect.poll(ended).toHaveLength(1)
    expect(new Set(views.map(({ viewId }) => viewId)).size).toBe(1)
    const [last] = ended()
    // The break is at 4 s of the video, which is 6 s long.
    expect(last?.played).toHaveLength(2)
    expect(last?.played[0]).toEqual([0, 4])
    expect(last?.played[1]?.[0]).toBe(4)
    expect(last?.played[1]?.[1]).toBeLessThanOrEqual(7)
    expect(last?.positionS).toBeCloseTo(6, 0)
    expect(last?.seeks).toBe(0)
  })
}

test('a link to a time opens the same frame with ads, and so does a copied link', async ({
  page,
  folder,
}) => {
  const { playbackId } = await newChannel(folder, 'linked')
  await page.goto(`${address}/watch/${playbackId}?t=5`)
  await expect.poll(() => page.locator('.ad-marks i').count()).toBe(2)
  await play(page)
  // Both ads, of 4 and 3 s, are before the position. The viewer sees the first one.
  await expect(page.getByRole('link', { name: /linked-soap/ })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect.poll(() => position(page)).toBeGreaterThan(11.9)
  await pause(page)
  await seek(page, 12.5)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link at 0:05' })).toBeVisible()
  await expect.poll(() => reportsOf('linked-soap')).toContain('complete')
})

test('guided mode plays a post-roll, and the video can be played again', async ({ page, folder }) => {
  const { id } = await readyClip(person, { title: 'Harvest dance' })
  await person.call('POST', `${base}/contents/${id}/scte`, { at: 6, durationS: 10 })
  const { playbackId } = await newChannel(folder, 'after', { streamId: id, preroll: false })
  const views = await noteViews(page)
  await page.goto(`${address}/embed/${playbackId}?ads=guided`)
  await expect.poll(() => page.locator('.ad-marks i').count()).toBe(1)
  await play(page)
  await expect(page.getByRole('link', { name: /after-tea/ })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  const begun = () => new Set(views.map(({ viewId }) => viewId)).size
  expect(begun()).toBe(1)
  await page.locator('media-play-button').click()
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  await expect.poll(begun).toBe(2)
  const [last] = views.filter(({ type }) => type === 'end')
  expect(last?.played[0]?.[0]).toBe(0)
  expect(last?.positionS).toBeCloseTo(6, 0)
})

test('guided mode shows an ad whose server did not answer at first', async ({ page, folder }) => {
  const { playbackId } = await newChannel(folder, 'late', { adServerTimeoutMs: 1000 })
  const ad = adServer.ad('late-tea', join(folder, 'late-3.mp4'), { seconds: 3, creative: '3 s' })
  adServer.answer('/late-soap', (_request, response) => void response.writeHead(503).end())
  // Only the first request hangs.
  adServer.answer('/late-tea', () => void adServer.offer('/late-tea', ad))
  await page.goto(`${address}/embed/${playbackId}?ads=guided`)
  await expect.poll(() => page.locator('.ad-marks i').count()).toBe(2)
  await play(page)
  // The pre-roll stays empty.
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  await expect(page.getByRole('link', { name: 'Visit advertiser: Advertisement late-tea' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect.poll(() => position(page)).toBeGreaterThan(4)
  await expect.poll(() => reportsOf('late-tea')).toContain('complete')
})

test('guided mode shows no frame of the video twice', async ({ page, folder }) => {
  const { playbackId } = await newChannel(folder, 'returning', { preroll: false })
  await page.goto(`${address}/embed/${playbackId}?ads=guided`)
  await expect.poll(() => page.locator('.ad-marks i').count()).toBe(1)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const times: number[] = []
    Object.assign(window, { times })
    const noteFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      times.push(mediaTime)
      video.requestVideoFrameCallback(noteFrame)
    }
    video.requestVideoFrameCallback(noteFrame)
  })
  await play(page)
  // The ad can also end, before 4 s.
  const ended = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => video.ended && video.currentTime > 4)
  await expect(bar(page)).toBeVisible()
  await expect.poll(ended).toBe(true)
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
  // The time of the ad starts at zero.
  const firstOfAd = times.findIndex((time, n) => time < (times[n - 1] ?? 0))
  const back = times.findIndex((time, n) => n > firstOfAd && time - (times[n - 1] ?? 0) > 0.5)
  const [leftS = 0, nextS = 0] = [times[firstOfAd - 1], times[back]]
  expect(leftS).toBeGreaterThan(3.9)
  expect(nextS).toBeGreaterThan(leftS)
  expect(nextS).toBeLessThan(leftS + 0.2)
})
