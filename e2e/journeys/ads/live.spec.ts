// Slow: publishes a live stream and plays it with ads in real time.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openAdServer, type TestAdServer } from '../../../server/src/testing/ad-server.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../../server/src/testing/live/encoder.ts'
import { address, expect, newPerson, type Person, test } from '../support/fixtures.ts'

const base = '/video/api/v1'
let adServer: TestAdServer
let person: Person
let encoder: Encoder
let streamId: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  adServer = await openAdServer()
  person = await newPerson()
  const stream = await person.call('POST', `${base}/livestreams`, { name: 'Final', record: false })
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
  test(`viewers of a live stream see which ad plays, and return to the stream (${mode})`, async ({
    page,
    folder,
  }) => {
    const clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(5, '320x180'), ...h264, '-c:a', 'aac')
    const ad = (name: string) =>
      adServer.offer(`/${mode}-${name}`, adServer.ad(`${mode}-${name}`, clip, { seconds: 5 }))
    const channel = await person.call('POST', `${base}/ssai`, {
      ...{ name: mode, streamId, preroll: true, adServerTimeoutMs: 3000 },
      ...{ prerollAdTagUrl: ad('soap'), midrollAdTagUrl: ad('tea') },
    })
    const tried = async () => JSON.stringify(await person.call('POST', `${base}/ssai/${channel.id}/try`, {}))
    await expect.poll(tried, { timeout: 60_000 }).toMatch(/soap.*tea/)
    await expect.poll(tried, { timeout: 60_000 }).not.toContain('"preparing"')

    const query = mode === 'guided' ? '&ads=guided' : ''
    await page.goto(`${address}/embed/${channel.playbackId}?autoplay=1${query}`)
    await expect(advertiser(page, `${mode}-soap`)).toBeVisible({ timeout: 20_000 })
    await expect(page.locator('.ad-left')).toHaveText(/^0:0[0-5]$/)
    await expect(bar(page)).toBeHidden({ timeout: 20_000 })

    await person.call('POST', `${base}/livestreams/${streamId}/scte`, { durationS: 5, leadS: 2 })
    await expect(advertiser(page, `${mode}-tea`)).toBeVisible({ timeout: 30_000 })
    const opened = page.waitForEvent('popup')
    await advertiser(page, `${mode}-tea`).click()
    await (await opened).close()
    await expect(bar(page)).toBeHidden({ timeout: 20_000 })
    const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    const before = await position()
    await expect.poll(position).toBeGreaterThan(before + 1)
    for (const name of ['soap', 'tea'])
      await expect.poll(() => adServer.reports).toContain(`/report/${mode}-${name}/impression`)
    await expect.poll(() => adServer.reports).toContain(`/report/${mode}-tea/click`)
  })
