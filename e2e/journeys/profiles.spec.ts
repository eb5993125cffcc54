import { join } from 'node:path'
import { h264, makeClip, pattern, testCard } from '../../server/src/testing/clips.ts'
import { builtInRole, expect, expectPlaying, joinAs, signIn, test } from './fixtures.ts'

test('an encoding profile is made, becomes the default, and makes an upload, which is then encoded again', async ({
  page,
  person,
  folder,
}) => {
  await page.goto(`${person.settings}/encoding-profiles`)
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Standard' })).toContainText('Default')
  await page.getByRole('button', { name: 'New profile' }).click()
  const form = page.getByRole('dialog', { name: 'New profile' })
  const submit = form.getByRole('button', { name: 'Create profile' })
  await expect(form.getByRole('checkbox', { name: 'H.264' })).toBeDisabled()

  // Of the seven sizes of the built-in profile one stays, and gets another beside it.
  for (const size of ['2160p', '1440p', '1080p', '720p', '480p', '360p'])
    await form.getByRole('button', { name: `Remove ${size}` }).click()
  await form.getByRole('textbox', { name: 'Lines' }).fill('100')
  await submit.click()
  await expect(form.getByText('This field is required')).toBeVisible()
  await expect(form.getByText('Between 144 and 2160 lines')).toBeVisible()
  await form.getByRole('textbox', { name: 'Lines' }).fill('144')
  await form.getByRole('button', { name: 'Add a size' }).click()
  await expect(form.getByRole('textbox', { name: 'Lines' }).last()).toHaveValue('240')
  await form.getByRole('textbox', { name: 'Lines' }).last().fill('180')
  await form.getByRole('textbox', { name: 'Name' }).fill('Small screens')

  const logo = await makeClip(join(folder, 'logo.png'), ...testCard('120x60'))
  await form.locator('input[type=file]').setInputFiles(logo)
  await expect(form.getByRole('img', { name: 'The watermark on a frame' })).toBeVisible()
  await submit.click()
  const made = rows.filter({ hasText: 'Small screens' })
  await expect(made).toContainText('144p – 180p')
  await expect(made).toContainText('Watermark')

  await made.getByRole('button', { name: 'Actions for Small screens' }).click()
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await expect(made).toContainText('Default')
  await made.getByRole('button', { name: 'Actions for Small screens' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto(person.videos)
  // Long enough that encoding it again is still under way when it is stopped.
  const clip = await makeClip(join(folder, 'Bulletin.mp4'), ...pattern(60, '320x180'), ...h264, '-c:a', 'aac')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(clip)
  const video = page.getByRole('row').filter({ hasText: 'Bulletin' })
  await expect(video).toContainText('Ready', { timeout: 60_000 })
  await video.getByRole('link', { name: 'Bulletin' }).first().click()
  const renditions = page.getByRole('row')
  await expect(renditions.filter({ hasText: 'Ready' })).toHaveCount(3, { timeout: 60_000 })
  await expect(renditions.filter({ hasText: '144p' })).toHaveCount(1)
  await expect(page.getByText('Small screens')).toBeVisible()

  // Whoever watches goes on while it is encoded again.
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await page.getByRole('button', { name: 'Actions for Bulletin' }).first().click()
  await page.getByRole('menuitem', { name: 'Encode again' }).click()
  const question = page.getByRole('dialog', { name: 'Encode “Bulletin” again?' })
  await expect(question.getByText('Now: Small screens')).toBeVisible()
  await question.getByRole('button', { name: /Encoding profile/ }).click()
  await page.getByRole('option', { name: 'Standard' }).click()
  await question.getByRole('button', { name: 'Encode again' }).click()
  await page.getByRole('button', { name: 'Stop encoding' }).click()
  const stop = page.getByRole('alertdialog', { name: 'Stop encoding “Bulletin” again?' })
  await stop.getByRole('button', { name: 'Stop encoding' }).click()
  await expect(page.getByText('Encoding again was stopped')).toBeVisible()
  await expect(page.getByText('Being encoded again')).toHaveCount(0)
  await expect(renditions.filter({ hasText: '144p' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Actions for Bulletin' }).first().click()
  await page.getByRole('menuitem', { name: 'Encode again' }).click()
  await question.getByRole('button', { name: /Encoding profile/ }).click()
  await page.getByRole('option', { name: 'Standard' }).click()
  await question.getByRole('button', { name: 'Encode again' }).click()
  await expect(renditions.filter({ hasText: '240p' })).toHaveCount(1, { timeout: 60_000 })
  await expect(renditions.filter({ hasText: '144p' })).toHaveCount(0)
  await expect(page.getByText('Being encoded again')).toHaveCount(0)
})

test('who may only read sees the profiles and nothing to change them with', async ({ person, browser }) => {
  const reader = await joinAs(person, await builtInRole(person, 'media-team'))
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, reader)
  await page.goto(`${person.settings}/encoding-profiles`)
  await expect(page.getByRole('row').filter({ hasText: 'Standard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New profile' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions for Standard' })).toHaveCount(0)
  await context.close()
})
