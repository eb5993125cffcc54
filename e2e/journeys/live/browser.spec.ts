// Slow: publishes and plays in real time.
import { chromium, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { address, test as base, expect, newPerson, signIn } from '../support/fixtures.ts'

const streams = '/video/api/v1/livestreams'

/** A browser with a camera and a microphone. */
const test = base.extend<{ studio: Page }>({
  studio: async ({ launchOptions }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    })
    await use(await browser.newPage())
    await browser.close()
  },
})

/** A headless browser would be taken for a bot, whose views do not count. */
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Safari/537.36',
})

/** Number of shown frames, and whether they came over WebRTC. */
const shown = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => ({
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
      isRealtime: video.srcObject !== null,
    }))

test('a person goes live from the browser, and viewers see it in realtime until it stops', async ({
  page,
  studio,
}) => {
  const person = await newPerson()
  await signIn(studio, person)
  const { id, playbackId } = await person.call('POST', streams, {
    name: 'Evening debate',
    latencyMode: 'realtime',
    record: false,
    reconnectWindowS: 60,
  })
  await page.goto(`${address}/watch/${playbackId}`)
  await studio.goto(`${address}/${person.environmentId}/live-stream/${id}`)
  await studio.getByRole('button', { name: 'Go live from this browser' }).click()
  const dialog = studio.getByRole('dialog')
  await expect(dialog.getByRole('meter', { name: 'Audio level' })).toBeVisible()
  await expectAccessible(studio)
  await dialog.getByRole('button', { name: 'Go live', exact: true }).click()
  await expect(dialog.getByText('Live for')).toBeVisible()

  await expect.poll(async () => (await shown(page)).isRealtime).toBe(true)
  // Browsers start audio only after a click, and a stream cannot play before its first frame.
  const plays = () =>
    page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) =>
        video.play().then(
          () => !video.paused,
          () => false,
        ),
      )
  await expect.poll(plays).toBe(true)
  const before = (await shown(page)).frames
  await expect.poll(async () => (await shown(page)).frames).toBeGreaterThan(before + 20)
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toHaveAttribute(
    'title',
    /^0\.\d s behind the broadcast$/,
  )
  await person.call('POST', `${streams}/${id}/stop`)
  await expect(page.getByRole('status')).toContainText('The stream has ended')
  await expect(dialog.getByText('The connection was lost.')).toBeVisible()

  // Leaving the page ends the view.
  await page.goto('about:blank')
  const bitrate = async () => {
    const [from, to] = [-3_600_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const range = `from=${from}&to=${to}&contentId=${id}`
    return (await person.call('GET', `/data/api/v1/views?metric=average-bitrate&${range}`)).total
  }
  await expect.poll(bitrate).toBeGreaterThan(50)
  expect(await bitrate()).toBeLessThan(20_000)
})
