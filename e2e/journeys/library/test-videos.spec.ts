import { join } from 'node:path'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { choose, openMenu } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'

test('uploads a test video, sees its mark and expiry, and downloads only marked files', async ({
  page,
  person,
  folder,
}) => {
  const clip = await makeClip(join(folder, 'trial.mp4'), ...pattern(12, '320x180'), ...h264, '-c:a', 'aac')
  await page.goto(person.videos)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose test files' }).click()
  await (await chooser).setFiles(clip)
  const row = page.getByRole('row', { name: /trial/ })
  await expect(row.getByText('Test', { exact: true })).toBeVisible()
  await expect(row.getByText('First 10 s, watermarked, deleted after 24 hours')).toBeAttached()
  await expect(row.getByText('0:10')).toBeVisible()

  const uploadMenu = await openMenu(page.getByRole('button', { name: 'Upload', exact: true }))
  await expect(uploadMenu.getByRole('menuitem', { name: 'Choose test files' })).toBeVisible()
  await page.keyboard.press('Escape')

  await row.getByRole('link', { name: 'trial' }).click()
  await expect(page.getByText(/^This is a test video: .* It is deleted in 2[34] h/)).toBeVisible()
  await expect(page.getByText('Deleted on')).toBeVisible()
  await choose(page.getByRole('button', { name: 'Actions for trial' }), 'Download')
  await expect(page.getByRole('button', { name: /^Download MP4/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download Original' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto(`${person.videos}?add=url`)
  const dialog = page.getByRole('dialog')
  const wish = dialog.getByRole('checkbox', { name: /^Test video: first 10 s/ })
  await wish.press('Space')
  await expect(wish).toBeChecked()
  await expectAccessible(page)
})
