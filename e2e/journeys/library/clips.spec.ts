// Slow: a video is encoded, and a clip of eight seconds plays to its end.
import { join } from 'node:path'
import { timecodeOf } from '@kinora/contract'
import type { Page } from '@playwright/test'
import { uploadFile } from '../../../server/src/testing/client.ts'
import { makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { breaks, clientOf, expect, expectPlaying, listenForBreaks, test } from '../support/fixtures.ts'

test('a clip is cut by keys, handles and times, and plays without a gap at the joints', async ({
  page,
  person,
  folder,
}) => {
  const file = await makeClip(
    join(folder, 'derby.mp4'),
    ...pattern(12, '640x360'),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-g',
    '50',
    '-bf',
    '3',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  )
  const { id } = await uploadFile(clientOf(person), file)
  const settled = async () => {
    const { status, stage } = await person.call('GET', `/video/api/v1/contents/${id}`)
    return status === 'ready' && stage === null
  }
  await expect.poll(settled).toBe(true)
  await page.goto(`${person.videos}/${id}`)
  const waveform = page.waitForResponse((answer) => answer.url().includes('/waveform.png'))
  await page.getByRole('link', { name: 'Video clips' }).click()
  await expect(page.getByText('No clips yet', { exact: false })).toBeVisible()

  await expect(page.locator('[style*="waveform.png"]')).toBeVisible()
  expect((await waveform).status()).toBe(200)

  const start = page.getByRole('textbox', { name: 'Start' })
  const end = page.getByRole('textbox', { name: 'End' })
  await expect(end).toHaveValue('00:00:12')
  await page.getByRole('heading', { name: 'New clip' }).click()
  const pictures: number[][] = []
  for (let n = 1; n <= 4; n++) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(timecodeOf(n * 0.04), { exact: true })).toBeVisible()
    pictures.push(await shown(page))
  }
  // Faster than the display refreshes.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('00:00:00.120', { exact: true })).toBeVisible()
  await page.keyboard.press('i')
  await expect(start).toHaveValue('00:00:00.120')
  const handle = page.getByRole('slider', { name: 'End' })
  await handle.focus()
  for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(end).toHaveValue('00:00:08.040')
  await expect(handle).toHaveAttribute('aria-valuetext', '00:00:08.040')

  await end.fill('8:04')
  await page.getByRole('button', { name: 'Create clip' }).click()
  await expect(page.getByText('Please enter hh:mm:ss format')).toBeVisible()
  await end.fill('00:00:12.500')
  await page.getByRole('button', { name: 'Create clip' }).click()
  await expect(page.getByText('Please enter the time less than length of the video')).toBeVisible()
  await end.fill('00:00:08.040')
  await page.getByLabel(/Name/).fill('The second half')
  await page.getByRole('button', { name: 'Create clip' }).dblclick()
  const row = page.getByRole('listitem').filter({ hasText: 'The second half' })
  await expect(row).toHaveCount(1)
  await expect(row.getByText('0:00 to 0:08')).toBeVisible()
  const clips = async () => (await clientOf(person).call('listClips', { params: { id } })).items
  await expect.poll(async () => (await clips())[0]?.stage).toBe(null)
  expect(await clips()).toHaveLength(1)
  const [clip] = await clips()
  expect(clip?.status).toBe('ready')
  expect(clip?.duration).toBeCloseTo(7.92, 1)

  await row.getByRole('link').click()
  await expect(page.getByRole('link', { name: 'derby' })).toBeVisible()
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 0.01
  })
  const first = await shown(page)
  const likeness = pictures.map((picture) => differenceOf(picture, first))
  // The third is the frame that was displayed when the start of the clip was set.
  expect(likeness.indexOf(Math.min(...likeness)), likeness.join()).toBe(2)
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await listenForBreaks(page)
  const isOver = () =>
    page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) => video.ended)
  await expect.poll(isOver).toBe(true)
  // Playback pauses at the end and has no other interruption.
  expect(await breaks(page)).toEqual([expect.stringMatching(/^pause at (7\.9|8\.)/)])
})

/** The displayed frame, scaled down, as bytes. */
function shown(page: Page): Promise<number[]> {
  return page
    .locator('video')
    .first()
    .evaluate(async (video: HTMLVideoElement) => {
      const next = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (video.seeking || video.readyState < 2) await next()
      await next()
      const canvas = new OffscreenCanvas(320, 180)
      const context = canvas.getContext('2d')
      context?.drawImage(video, 0, 0, 320, 180)
      return [...(context?.getImageData(0, 0, 320, 180).data ?? [])]
    })
}

function differenceOf(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, n) => sum + Math.abs(value - (b[n] ?? 0)), 0) / a.length
}
