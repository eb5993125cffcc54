// Slow: plays a video with its ads in real time.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openAdServer } from '../../../server/src/testing/ad-server.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import {
  address,
  expect,
  expectPlaying,
  listenForStalls,
  readyClip,
  stalls,
  test,
} from '../support/fixtures.ts'

test('a channel plays a video with ads, and the decision log gives the reasons', async ({
  page,
  person,
  folder,
}) => {
  const adServer = await openAdServer()
  const clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(2, '320x240', 30), ...h264, '-c:a', 'aac')
  const prerollTag = adServer.offer('/preroll', adServer.ad('soap', clip))
  const midrollTag = adServer.offer('/midroll', adServer.ad('tea', clip))
  const { id } = await readyClip(person, { title: 'Harvest festival' })

  await page.goto(`${address}/${person.environmentId}/videos/${id}/scte`)
  await page.getByRole('button', { name: 'Add at the current time' }).click()
  await page.getByLabel('Time', { exact: true }).fill('00:00:03.5')
  await page.getByRole('button', { name: 'Add ad break' }).click()
  await expect(page.getByRole('button', { name: 'Delete the ad break at 00:00:03.500' })).toBeVisible()
  await page.getByRole('button', { name: 'Import a cue sheet' }).click()
  await page.getByRole('textbox', { name: 'Cue sheet' }).fill('3.5\nsoon')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Line 2 has no time: soon')).toBeVisible()
  await page.getByRole('textbox', { name: 'Cue sheet' }).fill('time\n3.5')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('0 ad breaks added')).toBeVisible()
  await page.getByRole('button', { name: 'Find chapters and scenes' }).click()
  await expect(page.getByText('No chapters or scenes were found.')).toBeVisible()

  await page.getByRole('link', { name: 'Ad insertions', exact: true }).click()
  const turn = page.getByRole('switch', { name: 'Ads in the break at 00:00:03.500' })
  await page.getByText('Enabled', { exact: true }).click()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(turn).not.toBeChecked()
  await turn.press('Space')
  await expect(turn).toBeChecked()
  await page.getByRole('button', { name: 'Edit the ad break at 00:00:03.500' }).click()
  await page.getByLabel('Ad tag URL').fill('http://10.0.0.1/vast')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByText(/not allowed/)).toBeVisible()
  await page.getByLabel('Ad tag URL').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ad tag of the channel', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'New ad channel' }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toHaveValue('Harvest festival')
  await dialog.getByLabel('Name').fill('Evening with ads')
  await dialog.getByText('House ads, bumpers and slate').click()
  await dialog.getByRole('textbox', { name: 'House ads' }).fill('https://ads.example/one.mp4 two')
  await dialog.getByRole('button', { name: 'Create ad channel' }).click()
  await expect(dialog.getByRole('textbox', { name: 'House ads' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'House ads' }).fill('')
  await dialog.getByLabel('Pre-roll ad tag URL').fill(prerollTag)
  await dialog.getByLabel('Mid-roll ad tag URL').fill(midrollTag)
  await dialog.getByText('Rules', { exact: true }).click()
  await dialog.getByLabel('Frequency cap').click()
  await page.getByRole('option', { name: 'At most 10 times' }).click()
  await dialog.getByLabel('Ad server timeout').click()
  await page.getByRole('option', { name: /^3,?000 ms$/ }).click()
  await dialog.getByRole('button', { name: 'Create ad channel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Evening with ads' })).toBeVisible()

  await expect(page.getByText(/^10 times in/)).toBeVisible()

  const run = page.getByRole('button', { name: 'Run test' })
  await page.getByLabel('Country').fill('India')
  await run.click()
  await expect(page.getByText('Enter two letters, such as IN')).toBeVisible()
  await page.getByLabel('Country').fill('in')
  await expect(page.getByText('India', { exact: true })).toBeVisible()
  await run.click()
  await expect(page.getByRole('heading', { name: 'Pre-roll at 0:00' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mid-roll at 0:04' })).toBeVisible()
  await expect(async () => {
    await run.click()
    await expect(page.getByText('Inserted', { exact: true })).toHaveCount(2, { timeout: patient(1000) })
  }).toPass()

  await page.getByRole('button', { name: 'Add parameters' }).click()
  await dialog.getByText('Autoplay (muted)').click()
  await dialog.getByRole('textbox', { name: 'Key-values' }).fill('genre=news')
  await expect(dialog.getByText(/\/watch\/\w+\?autoplay=1&kv\.genre=news$/)).toBeVisible()
  await page.keyboard.press('Escape')

  const channelPage = page.url()
  const playbackUrl = (await page.getByText(/\/watch\/\w+$/).textContent()) ?? ''
  await page.goto(playbackUrl)
  await watch(page, 10)
  expect(new Set(adServer.requests.map(({ path }) => path))).toEqual(new Set(['/preroll', '/midroll']))
  const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
  const expected = ['soap', 'tea'].flatMap((ad) => events.map((event) => `/report/${ad}/${event}`))
  await expect.poll(() => [...adServer.reports].sort()).toEqual(expected.sort())

  await page.goto(channelPage)
  await page.getByRole('button', { name: 'Play with ads' }).click()
  await expectPlaying(page)
  await page.getByRole('link', { name: 'Decision log' }).click()
  const row = page.getByRole('row').nth(2)
  await expect(row.getByRole('gridcell').last()).toHaveText('2')
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Session of/ })).toBeVisible()
  await expect(page.getByText('Inserted', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Sent · 200')).toHaveCount(12)

  await page.getByRole('link', { name: 'Back to the decision log' }).click()
  await page.getByRole('searchbox').fill('nothing')
  await expect(page.getByText('No matching session')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.getByRole('link', { name: 'Reconciliation' }).click()
  const campaign = page.getByRole('row', { name: /soap/ })
  await expect(campaign.getByRole('gridcell').last()).toHaveText('–')
  await page.getByLabel('Figures of the ad server').fill('soap;3')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(campaign.getByRole('gridcell').last()).toHaveText('+50%')
  await page.getByLabel('Figures of the ad server').fill('tea;1\nsoap;many')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('The figures of the ad server cannot be read')).toBeVisible()
  await adServer.close()
})

/** Watches to the end, and fails if playback stalls. */
async function watch(page: Page, lengthS: number): Promise<void> {
  const video = page.locator('video').first()
  const state = () =>
    video.evaluate((element: HTMLVideoElement) => ({ ended: element.ended, at: element.currentTime }))
  await expect.poll(() => video.evaluate(({ duration }: HTMLVideoElement) => duration)).toBeGreaterThan(0)
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await listenForStalls(page)
  await expect.poll(async () => (await state()).ended).toBe(true)
  expect((await state()).at).toBeGreaterThan(lengthS - 0.3)
  expect((await state()).at).toBeLessThan(lengthS + 0.3)
  expect((await stalls(page)).filter(({ lastedMs }) => lastedMs > 1000)).toEqual([])
}
