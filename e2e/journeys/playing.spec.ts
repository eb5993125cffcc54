import { join } from 'node:path'
import { uploadFile } from '../../server/src/testing/client.ts'
import { makeClip, pattern } from '../../server/src/testing/clips.ts'
import {
  breaks,
  clientOf,
  expect,
  expectPlaying,
  listenForBreaks,
  publishSubtitles,
  shownSubtitles,
  test,
} from './fixtures.ts'

test('who watches from the first segment on gets the finer qualities, and neither picture nor subtitles stop', async ({
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
  await publishSubtitles(person, id, { name: 'العربية', languageCode: 'ar' }, 'الثانية', 100)
  await expect
    .poll(async () => (await person.call('GET', `/video/api/v1/contents/${id}`)).playable, {
      timeout: 60_000,
    })
    .toBe(true)
  await page.goto(`${person.videos}/${id}`)
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await listenForBreaks(page)
  await page.getByRole('combobox', { name: 'Subtitles' }).selectOption('العربية')
  const arabic = [['ar', expect.stringMatching(/^الثانية \d+$/)]]
  await expect.poll(() => shownSubtitles(page)).toEqual(arabic)

  const video = page.locator('video').first()
  const height = () => video.evaluate((element: HTMLVideoElement) => element.videoHeight)
  const before = await height()
  await expect.poll(height, { timeout: 90_000 }).toBeGreaterThan(before)
  await expect.poll(() => shownSubtitles(page)).toEqual(arabic)
  expect(await breaks(page)).toEqual([])

  // Nobody has fetched this yet: it comes by the one that took over.
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 97.5
  })
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 97']])
})
