import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

test('clips of a wanted length are suggested, each with its reasons', async ({ page, screens }) => {
  await screens.show('intelligence/a video without AI clips')
  await expect(page.getByText('No suggestions yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Length' }).click()
  await page.getByRole('option', { name: 'About 20 s' }).click()
  await page.getByRole('button', { name: 'Number of clips' }).click()
  await page.getByRole('option', { name: '3' }).click()
  await page.getByRole('button', { name: 'Suggest clips' }).click()
  const clips = page.getByRole('list', { name: 'AI clips' })
  await expect(clips.getByText('Strength 74 of 100')).toBeVisible()
  expect(screens.sent('suggestAiClips')).toEqual([{ length: 20, count: 3 }])
  const why = clips.getByRole('list', { name: 'Why' })
  await expect(why.first().getByRole('listitem')).toHaveText([
    'Starts with a question',
    'Gives a number early: 40',
    'Is about bridge, trains and river',
    'Louder than what is around it',
  ])
  await expect(why.nth(1)).toContainText('Starts with “And”, which points back')
  await clips.getByText('Parts of the strength').first().click()
  await expect(clips.getByText('Opening', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a clip becomes a highlight, is archived, and both can be undone', async ({ page, screens }) => {
  await screens.show('intelligence/AI clips')
  const clips = page.getByRole('list', { name: 'AI clips' })
  const rows = clips.locator('> li')
  await rows.first().getByRole('button', { name: 'Highlight' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('button', { name: 'Archive' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('radio', { name: 'Archived 2' }).click()
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('radio', { name: 'Highlights 1' }).click()
  await expect(rows.getByText('Made by Ananya Rao Iyer')).toBeVisible()
  await expect(rows.getByRole('link', { name: 'Open video' })).toBeVisible()
  await rows.getByRole('button', { name: 'Remove from highlights' }).click()
  await expect(page.getByText('No highlights yet.')).toBeVisible()
})

test('a clip is published once, and then opens as a video', async ({ page, screens }) => {
  await screens.show('intelligence/AI clips')
  const row = page.getByRole('list', { name: 'AI clips' }).locator('> li').first()
  await row.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The clip is being made. It is in Videos.')).toBeVisible()
  await expect(row.getByRole('link', { name: 'Open video' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Publish' })).toBeHidden()
})

test('an upright social clip is made with one press, with captions', async ({ page, screens }) => {
  await screens.show('intelligence/AI clips')
  const row = page.getByRole('list', { name: 'AI clips' }).locator('> li').first()
  await row.getByRole('button', { name: 'Social clip' }).click()
  await expect(page.getByText('The upright social clip is being made')).toBeVisible()
  expect(screens.sent('createSocialClip')).toMatchObject([
    { aspectRatio: '9:16', fit: 'blur', captions: '0198a000-0000-7000-9000-000000000002' },
  ])
})

test('a clip is trimmed by its words, with keys and with a pointer', async ({ page, screens }) => {
  await screens.show('intelligence/AI clips')
  const row = page.getByRole('list', { name: 'AI clips' }).locator('> li').first()
  await row.getByRole('button', { name: 'Trim' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trim clip' })
  await expect(dialog.getByText('First word: why')).toBeVisible()
  await expect(dialog.getByText('Last word: river')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End one word later' }).press('Enter')
  await expect(dialog.getByText('Last word: after')).toBeVisible()
  await expect(dialog.getByLabel('End', { exact: true })).toHaveValue('00:00:48.100')
  await dialog.getByRole('button', { name: 'bridge' }).click()
  await expect(dialog.getByText('First word: bridge')).toBeVisible()
  await expect(dialog.getByLabel('Start', { exact: true })).toHaveValue('00:00:19.900')
  await dialog.getByLabel('End', { exact: true }).fill('soon')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please enter hh:mm:ss format')).toBeVisible()
  await dialog.getByLabel('End', { exact: true }).fill('00:00:41')
  await dialog.getByLabel('Title').fill('The bridge')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(screens.sent('updateAiClip')).toEqual([
    { title: 'The bridge', start: '00:00:19.900', end: '00:00:41' },
  ])
  await expect(row.getByText('Edited')).toBeVisible()
})

test('a clip is made by hand', async ({ page, screens }) => {
  await screens.show('intelligence/AI clips without a transcript')
  await expect(page.getByText('This video has no transcript, so only audio and cuts count.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Part from 0:12' })).toBeVisible()
  await page.getByRole('button', { name: 'New clip' }).click()
  const dialog = page.getByRole('dialog', { name: 'New clip' })
  await dialog.getByLabel('Title').fill('The opening')
  await dialog.getByRole('button', { name: 'Create clip' }).click()
  await expect(dialog).toBeHidden()
  expect(screens.sent('createAiClip')).toEqual([{ title: 'The opening', start: '00:00:00', end: '00:00:30' }])
})

test('every state says what is possible', async ({ page, screens }) => {
  await screens.show('intelligence/AI clips of a video that was not analyzed')
  await expect(page.getByText('Analyze it first.')).toBeVisible()
  await page.getByRole('link', { name: 'Open AI analysis' }).click()
  await expect(page).toHaveURL(/\/ai-analysis/)
  await screens.show('intelligence/AI clips for a reader')
  await expect(page.getByText('Strength 74 of 100')).toBeVisible()
  for (const name of ['Suggest again', 'New clip', 'Highlight', 'Publish', 'Trim'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await screens.show('intelligence/AI clips that load')
  await expect(page.getByRole('link', { name: 'AI clips' })).toBeVisible()
  await screens.show('intelligence/AI clips that do not load')
  await expect(page.getByText('The clips could not be loaded')).toBeVisible()
  await screens.show('intelligence/AI clips that cannot be changed now')
  await page.getByRole('button', { name: 'Suggest again' }).click()
  await expect(page.getByText('The clips could not be suggested')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The clip was not published')).toBeVisible()
})

test('fits a phone and reads from right to left', async ({ page, screens }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await screens.show('intelligence/AI clips', 'ar')
  await expect(page.getByText('القوة 74 من 100')).toBeVisible()
  await expectAccessible(page)
  const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await page.evaluate(isWider)).toBe(false)
})
