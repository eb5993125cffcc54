// Slow: opens many views in a browser, and waits until they are counted.

import { readFile } from 'node:fs/promises'
import { choose, toggle } from '../support/actions.ts'
import { address, expect, expectPlaying, newPerson, readySample, signIn, test } from '../support/fixtures.ts'

/** Headless browsers are bots, which are not counted. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test('a view counts within seconds, and a reload counts as another view', async ({ page, browser }) => {
  const person = await newPerson()
  const { id, playbackId } = await readySample(person)
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/cdn_analytics?range=last-hour`)
  await expect(page.getByText('No views in this time range')).toBeVisible()

  const visiting = await browser.newContext({ userAgent: PHONE })
  const visitor = await visiting.newPage()
  await visitor.goto(`${address}/embed/${playbackId}?partner=Tara&loop=1`)
  await visitor.locator('media-play-button').click()
  await expectPlaying(visitor)
  const figure = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(figure('Views 1')).toBeVisible()
  await visitor.reload()
  await visitor.locator('media-play-button').click()
  await expect(figure('Views 2')).toBeVisible()
  await expect(figure('Unique viewers 1')).toBeVisible()
  // Decoding takes a whole core, which everything else would wait for.
  const visited = visitor.locator('video').first()
  await visited.evaluate((video: HTMLVideoElement) => video.pause())

  const partners = page.getByRole('region', { name: 'Partners' })
  await expect(partners.getByText('Tara')).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  // The two can be in different minutes.
  await expect(page.getByRole('cell', { name: /^[12]$/ }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Show as chart' }).click()

  await figure('Watch time').click()
  await expect(page).toHaveURL(/metric=watch-time/)
  await page.getByRole('button', { name: 'Split by' }).click()
  await page.getByRole('option', { name: 'By: Partner' }).click()
  await expect(page.getByRole('slider', { name: 'Watch time' })).toHaveAttribute('aria-valuetext', /Tara/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Watch time' })).toBeVisible()
  await page.getByRole('button', { name: /^Time range/ }).click()
  await page.getByRole('option', { name: 'Last 30 days' }).click()
  await expect(page).toHaveURL(/range=last-30-days/)
  await expect(figure('Views 2')).toBeVisible()

  await page.getByRole('link', { name: 'Viewership' }).click()
  await expect(page.getByRole('region', { name: 'Devices' }).getByText('Samsung SM-S918B')).toBeVisible()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: 'Website' }).click()
  await toggle(page.getByRole('checkbox', { name: '127.0.0.1' }))
  await expect(page).toHaveURL(/filters=pageHost/)
  await page.keyboard.press('Escape')
  await expect(figure('Views 2')).toBeVisible()
  await page.getByRole('button', { name: 'Show views' }).click()
  const views = page.getByRole('complementary', { name: 'Views' })
  await expect(views.getByRole('listitem')).toHaveCount(2)
  await views.getByRole('listitem').first().getByRole('button').click()
  await expect(page.getByText('First frame')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('complementary').getByText('Samsung SM-S918B')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Clear filter Website' }).click()
  await expect(page).not.toHaveURL(/filters/)

  const saved = page.waitForEvent('download')
  await choose(page.getByRole('button', { name: 'Export' }), 'CSV')
  expect((await saved).suggestedFilename()).toMatch(/^kinora-watch-time-.*\.csv$/)
  const parts = page.waitForEvent('download')
  await choose(page.getByRole('button', { name: 'Export' }), 'CSV', { group: 'Partners' })
  expect(await readFile(await (await parts).path(), 'utf8')).toMatch(
    /^\uFEFFValue,Name,Watch time,.*\r\nTara,/,
  )

  await page.goto(`${person.videos}/${id}/analytics`)
  await page
    .getByRole('region', { name: 'Audience retention' })
    .getByRole('button', { name: 'Show as table' })
    .click()
  await expect(page.getByRole('row', { name: /^0:00 100%/ })).toBeVisible()
  await page.getByRole('link', { name: 'Open in Analytics' }).click()
  await expect(page.getByText('Title', { exact: true })).toBeVisible()
  await expect(figure('Views 2')).toBeVisible()

  await visited.evaluate((video: HTMLVideoElement) => video.play())
  await page.getByRole('link', { name: 'Realtime' }).click()
  const watching = page.getByRole('region', { name: 'Watching now' }).getByRole('paragraph').first()
  await expect(watching).toHaveText('1')
  await page.goto(`${address}/${person.environmentId}/cdn_analytics?tab=realtime&filters=partner%3DDune`)
  await expect(watching).toHaveText('0')
  await page.getByRole('button', { name: 'Clear filter Partner' }).click()
  await expect(watching).toHaveText('1')
  await visited.evaluate((video: HTMLVideoElement) => video.pause())
  await expect(watching).toHaveText('0')
  await visiting.close()
})

test('views over plain HTTP count, with failures before the report module and without the wait for it', async ({
  browser,
}) => {
  const { playbackId } = await readySample(await newPerson())
  const context = await browser.newContext({ userAgent: PHONE })
  // Pages of a plain HTTP address are no secure contexts.
  await context.addInitScript(() => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined })
  })
  const page = await context.newPage()
  const reported: { type: string; viewId: string; startupMs: number | null; errorCode: string | null }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/beacon/v1/views')) reported.push(...request.postDataJSON().events)
  })
  const types = () => reported.map(({ type }) => type).filter((type) => type !== 'quality')

  let letModuleIn = () => {}
  const hasPlayed = new Promise<void>((resolve) => {
    letModuleIn = resolve
  })
  await page.route(/report-views/, async (route) => {
    await hasPlayed
    await route.continue()
  })
  await page.goto(`${address}/embed/${playbackId}?autoplay=1`)
  await expectPlaying(page)
  const playedMs = await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => 1000 * video.currentTime)
  letModuleIn()
  await expect.poll(types).toContain('first-frame')
  const first = reported.find(({ type }) => type === 'first-frame')
  expect(first?.startupMs).toBeGreaterThan(0)
  const nowMs = await page.evaluate(() => performance.now())
  expect(first?.startupMs).toBeLessThan(nowMs - playedMs)

  reported.length = 0
  await page.route(/\/play\/[^/]*\.m3u8/, (route) => route.fulfill({ status: 404 }))
  await page.goto(`${address}/embed/${playbackId}?autoplay=1`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.poll(types).toEqual(['start', 'error'])
  await retry.click()
  await expect.poll(types).toEqual(['start', 'error', 'play', 'error'])
  expect(new Set(reported.map(({ viewId }) => viewId)).size).toBe(1)
  expect(reported.map(({ errorCode }) => errorCode)).toEqual([null, 'missing', null, 'missing'])
  await context.close()
})
