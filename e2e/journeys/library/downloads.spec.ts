import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '../../../server/src/testing/client.ts'
import { makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { clientOf, expect, publishSubtitles, test } from '../support/fixtures.ts'

test('downloads the original, an MP4, a subtitle, and a selection as one archive', async ({
  page,
  person,
  folder,
}) => {
  const clip = await makeClip(
    join(folder, 'harvest.mp4'),
    ...pattern(3, '320x240'),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  )
  const { id } = await uploadFile(clientOf(person), clip)
  await uploadFile(clientOf(person), clip, 'second.mp4')
  const ready = async () => (await person.call('GET', `/video/api/v1/contents/${id}`)).progress
  await expect.poll(ready).toBe(1)
  await publishSubtitles(person, id, { name: 'English', languageCode: 'en' }, 'second', 3)

  await page.goto(`${person.videos}/${id}`)
  await choose(page.getByRole('button', { name: 'Actions for harvest' }), 'Download')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  const taken = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: button }).click(),
    ])
    return { name: download.suggestedFilename(), path: await download.path() }
  }
  const original = await taken('Download Original')
  expect(original.name).toBe('harvest.mp4')
  expect((await readFile(original.path)).equals(await readFile(clip))).toBe(true)
  const mp4 = await taken('Download MP4')
  expect(mp4.name).toBe('harvest 240p.mp4')
  expect((await stat(mp4.path)).size).toBeGreaterThan(10_000)
  expect((await taken('.vtt English')).name).toBe('English.vtt')
  expect((await taken('as .zip')).name).toBe('harvest.zip')
  await page.keyboard.press('Escape')

  await page.goto(person.videos)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  // `press` does not wait for the rows, and a disabled box ignores it.
  await expect(all).toBeEnabled()
  await all.press('Space')
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Download' }).click(),
  ])
  expect(archive.suggestedFilename()).toMatch(/ \+ 1\.zip$/)
  expect((await readFile(await archive.path())).toString('latin1')).toContain('harvest.en.vtt')
})
