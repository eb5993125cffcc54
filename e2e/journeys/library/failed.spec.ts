import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '../../../server/src/testing/client.ts'
import { choose } from '../support/actions.ts'
import { clientOf, expect, test } from '../support/fixtures.ts'

test('a failed video shows its error and offers to replace its file, delete it, or retry if that can help', async ({
  page,
  person,
  folder,
}) => {
  const statusOf = async (id: string) => (await person.call('GET', `/video/api/v1/contents/${id}`)).status
  const file = join(folder, 'broken.mp4')
  await writeFile(file, 'not really a video')
  await page.goto(person.videos)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(file)
  const tray = page.getByRole('region', { name: 'Uploads' })
  await expect(tray.getByText('The file is not a valid video')).toBeVisible()
  await expect(tray.getByText('Uploaded.')).toHaveCount(0)
  await expect(tray.getByRole('button', { name: 'Choose another file' })).toBeVisible()
  await tray.getByRole('button', { name: 'Remove broken.mp4' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Move to trash' }).click()
  await expect(tray).toHaveCount(0)

  const { id } = await uploadFile(clientOf(person), file)
  await expect.poll(() => statusOf(id)).toBe('failed')
  await page.goto(`${person.videos}/${id}`)
  const stage = page.getByRole('region', { name: 'Player' })
  await expect(stage.getByText('Failed to upload')).toBeVisible()
  await expect(stage.getByText('The file is not a valid video')).toBeVisible()
  await expect(stage.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(page.getByText('No link available')).toBeVisible()
  await stage.getByRole('button', { name: 'Replace file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  for (const [tab, about] of [
    ['Video Clips', 'You can create clips once the video plays.'],
    ['Thumbnails', 'You can save frames once the video plays.'],
    ['Subtitles', 'You can preview subtitles once the video plays.'],
    ['Metadata', 'The metadata is kept when you replace the file.'],
  ] as const) {
    await page.getByRole('link', { name: tab }).click()
    await expect(page.getByText(about)).toBeVisible()
    await expect(page.getByText('The file is not a valid video')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to overview' }).click()
  await expect(stage).toBeVisible()

  await page.goto(person.videos)
  await expect(page.getByText('Failed to upload')).toBeVisible()
  await choose(page.getByRole('button', { name: 'Actions for broken' }), 'Replace file')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${person.videos}/${id}`)
  await stage.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect(page).toHaveURL(person.videos)
})
