import { join } from 'node:path'
import { uploadFile } from '../../server/src/testing/client.ts'
import { makeClip, pattern } from '../../server/src/testing/clips.ts'
import { breaks, clientOf, expect, expectPlaying, listenForBreaks, test } from './fixtures.ts'

test('who watches from the first segment on gets the finer qualities, and the picture never stops', async ({
  page,
  person,
  folder,
}) => {
  const clip = await makeClip(
    join(folder, 'harvest.avi'),
    ...pattern(100, '640x360', 12),
    ...['-c:v', 'mpeg4', '-b:v', '1M', '-c:a', 'mp3'],
  )
  const { id } = await uploadFile(clientOf(person), clip)
  await expect
    .poll(async () => (await person.call('GET', `/video/api/v1/contents/${id}`)).playable, {
      timeout: 60_000,
    })
    .toBe(true)
  await page.goto(`${person.videos}/${id}`)
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await listenForBreaks(page)

  const video = page.locator('video').first()
  const height = () => video.evaluate((element: HTMLVideoElement) => element.videoHeight)
  const before = await height()
  await expect.poll(height, { timeout: 90_000 }).toBeGreaterThan(before)
  expect(await breaks(page)).toEqual([])
})
