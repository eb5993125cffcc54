// Slow: publishes and plays in real time.
import type { Page } from '@playwright/test'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../../server/src/testing/live/encoder.ts'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { address, test as base, expect, expectPlaying, type Person } from '../support/fixtures.ts'

const streams = '/video/api/v1/livestreams'

interface LiveFixtures {
  /** Publishes to a stream until the journey ends. */
  publish(person: Person, id: string): Promise<Encoder>
}

const test = base.extend<LiveFixtures>({
  publish: async ({ browserName: _ }, use) => {
    const encoders: Encoder[] = []
    await use(async (person, id) => {
      const { streamKey } = await person.call('GET', `${streams}/${id}/stream_key`)
      const { ingest } = await person.call('GET', `${streams}/${id}`)
      const { rtmp } = ingest as { rtmp: string }
      const encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${rtmp}/${streamKey}`])
      encoders.push(encoder)
      return encoder
    })
    for (const encoder of encoders) {
      encoder.process.kill('SIGKILL')
      await encoder.exited
    }
  },
})

const note = (page: Page) => page.getByRole('status')
const badge = (page: Page) => page.getByRole('button', { name: 'Live', exact: true })
const timeOf = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime)

/** Waits until playback advances from where it is now. */
async function expectAdvancing(page: Page): Promise<void> {
  const before = await timeOf(page)
  await expect.poll(() => timeOf(page)).not.toBe(before)
  const from = await timeOf(page)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(from)
}

test('a viewer waits for a stream, sees it start, drop, return and end', async ({
  page,
  person,
  publish,
}) => {
  const { id, playbackId } = await person.call('POST', streams, { name: 'Coastal Premier League: final' })
  await page.goto(`${address}/watch/${playbackId}`)
  await expect(note(page)).toContainText('The stream has not started yet')

  const encoder = await publish(person, String(id))
  await expectPlaying(page)
  await expect(note(page)).toBeHidden()
  await expect(badge(page)).toHaveAttribute('title', /^\d\.\d s behind the broadcast$/)
  await expect(page.locator('media-time-range')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Speed/ })).toBeHidden()
  await expectAccessible(page)

  encoder.process.kill('SIGKILL')
  await expect(note(page)).toContainText('The broadcast will be back shortly')
  await expectAdvancing(page)
  await publish(person, String(id))
  await expect(note(page)).toBeHidden()
  await expect(badge(page)).toBeVisible()

  await person.call('POST', `${streams}/${id}/stop`)
  await expect(note(page)).toContainText('The stream has ended')
  await page.getByRole('button', { name: 'Watch the recording' }).click()
  await expectAdvancing(page)
  await expect(badge(page)).toBeHidden()
  await expect(page.locator('media-time-range')).toBeVisible()
})

test('a custom URL that is paused stops its viewers within two seconds, and resumes by itself', async ({
  page,
  person,
  publish,
}) => {
  const { id } = await person.call('POST', streams, { name: 'Evening debate', record: false })
  const custom = await person.call('POST', `${streams}/${id}/custom_playbacks`, { name: 'Tara TV app' })
  await page.goto(`${address}/embed/${custom.playbackId}`)
  await publish(person, String(id))
  await expectPlaying(page)

  await person.call('POST', `${streams}/${id}/custom_playbacks/${custom.id}/pause`)
  await expect(note(page)).toContainText('This stream is paused', { timeout: patient(2000) })
  await person.call('POST', `${streams}/${id}/custom_playbacks/${custom.id}/resume`)
  await expectAdvancing(page)
  await expect(note(page)).toBeHidden()
})

test('a viewer whose connection fails returns to the live edge, and sees the next session', async ({
  page,
  person,
  publish,
}) => {
  const { id, playbackId } = await person.call('POST', streams, { name: 'Robotics league', record: false })
  await page.goto(`${address}/embed/${playbackId}`)
  await publish(person, String(id))
  await expectPlaying(page)

  await page.context().setOffline(true)
  await expect(note(page)).toContainText('Reconnecting')
  await page.context().setOffline(false)
  await expect(note(page)).toBeHidden()
  await expectAdvancing(page)
  await expect(badge(page)).toBeVisible()

  await person.call('POST', `${streams}/${id}/stop`)
  await expect(note(page)).toContainText('The stream has ended')
  await person.call('POST', `${streams}/${id}/start`)
  await publish(person, String(id))
  await expect(note(page)).toBeHidden()
  await expectAdvancing(page)
})
