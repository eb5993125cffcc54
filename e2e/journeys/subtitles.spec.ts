import { address, expect, publishSubtitles, readySample, shownSubtitles, test } from './fixtures.ts'

test('a viewer chooses subtitles by menu and key, and has them again on the next visit', async ({
  page,
  person,
}) => {
  const { id, playbackId } = await readySample(person)
  await publishSubtitles(person, id, { name: 'English', languageCode: 'en', closedCaptions: true }, 'At', 10)
  await publishSubtitles(person, id, { name: 'العربية', languageCode: 'ar' }, 'الثانية', 10)
  await page.goto(`${address}/embed/${playbackId}`)
  const menu = page.getByRole('combobox', { name: 'Subtitles' })
  const video = page.locator('video').first()
  const seek = (time: number) =>
    video.evaluate((element: HTMLVideoElement, to) => {
      element.currentTime = to
    }, time)
  const captions = 'English, for the deaf and hard of hearing'
  await expect(menu.locator('option')).toHaveText(['Off', captions, 'العربية'])
  expect(await shownSubtitles(page)).toEqual([])

  await seek(3.5)
  await menu.selectOption('العربية')
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 3']])
  await page.reload()
  await expect(menu).toHaveValue('1')
  await seek(5.5)
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 5']])

  await page.keyboard.press('c')
  await expect(menu).toHaveValue('off')
  expect(await shownSubtitles(page)).toEqual([])
  await page.keyboard.press('c')
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 5']])
  await menu.selectOption(captions)
  await expect.poll(() => shownSubtitles(page)).toEqual([['en', 'At 5']])
})
