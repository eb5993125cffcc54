import { expectAccessible } from '../support/accessibility.ts'
import { toggle } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('portraits are listed with their states', async ({ page, screens }) => {
  await screens.show('portrait/portraits')
  const rows = page.getByRole('grid', { name: 'Portrait PRO' }).getByRole('row')
  await expect(rows.filter({ hasText: 'The interview, upright' })).toContainText('Ready')
  await expect(rows.filter({ hasText: 'The weather' })).toContainText('Finding people')
  await expect(rows.filter({ hasText: 'The final' })).toContainText('Failed')
  await expectAccessible(page)
})

test('the first portrait is created from a video of the library', async ({ page, screens }) => {
  await screens.show('portrait/no portraits')
  await expect(page.getByText('Turn a video upright')).toBeVisible()
  await page.getByRole('button', { name: 'Create portrait' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create portrait' })
  await dialog.getByRole('button', { name: 'Create portrait' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(2)
  await expect(dialog.getByText('About $0.43 for an hour of video')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Upright')
  await dialog.getByRole('combobox', { name: 'Video' }).click()
  await page.getByRole('option', { name: 'Sample video' }).click()
  await dialog.getByRole('button', { name: 'Create portrait' }).click()
  await expect(page.getByRole('heading', { name: 'Upright', exact: true })).toBeVisible()
  expect(screens.sent('createPortrait')).toEqual([
    { name: 'Upright', contentId: '0198a000-0000-7000-9000-000000000001', shape: '9:16', captions: false },
  ])
})

test('an upload is refused that is no MP4 file, and a file at an address is taken', async ({
  page,
  screens,
}) => {
  await screens.show('portrait/no portraits')
  await page.getByRole('button', { name: 'Create portrait' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create portrait' })
  const submit = dialog.getByRole('button', { name: 'Create portrait' })
  await dialog.getByLabel('Name').fill('Upright')
  await dialog.getByRole('radio', { name: 'Upload' }).click()
  const file = { name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.from('film') }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await submit.click()
  await expect(dialog.getByText('Upload only .mp4 files')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'From a URL' }).click()
  await dialog.getByLabel('URL of an .mp4 file').fill('https://example.com/film.mov')
  await submit.click()
  await expect(dialog.getByText('Upload only .mp4 files')).toBeVisible()
  await dialog.getByLabel('URL of an .mp4 file').fill('https://example.com/film.mp4')
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Upright', exact: true })).toBeVisible()
  expect(screens.sent('createPortrait')).toEqual([
    { name: 'Upright', shape: '9:16', captions: false, url: 'https://example.com/film.mp4' },
  ])
})

test('lists and portraits say what is missing', async ({ page, screens }) => {
  await screens.show('portrait/no portraits found')
  await expect(page.getByText('No portraits found')).toBeVisible()
  await screens.show('portrait/portraits that do not load')
  await expect(page.getByText('The portraits could not be loaded')).toBeVisible()
  await screens.show('portrait/portraits without the right')
  await expect(page.getByRole('button', { name: 'Create portrait' })).toBeHidden()
  await screens.show('portrait/a portrait that is gone')
  await expect(page.getByText('This portrait does not exist')).toBeVisible()
})

test('shots are changed, undone, saved and rendered', async ({ page, screens }) => {
  await screens.show('portrait/a portrait')
  const shots = page.getByRole('group', { name: 'Shots' })
  await expect(shots.getByRole('button', { name: 'Shot 1, from 0:00, Follow' })).toBeVisible()
  await expectAccessible(page)
  const modes = page.getByRole('radiogroup', { name: 'How this shot is shown' })
  await expect(modes.getByRole('radio')).toHaveCount(3)
  await modes.getByRole('radio', { name: 'Hold' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(modes.getByRole('radio', { name: 'Follow' })).toBeChecked()
  await shots.getByRole('button', { name: 'Shot 2, from 0:04, Split' }).click()
  await expect(modes.getByRole('radio')).toHaveCount(4)
  await modes.getByRole('radio', { name: 'Whole' }).click()
  await expect(page.getByText('Changed by hand')).toBeVisible()
  await page.getByRole('button', { name: 'Save and render' }).click()
  await expect(page.getByRole('progressbar', { name: 'Rendering' })).toBeVisible()
  const [sent] = screens.sent('updatePortraitPath')
  expect(sent).toMatchObject({ basedOn: 3, shots: [{ number: 1, mode: 'fit' }] })
})

test('a text is shown or left, shots alike are changed together, and captions are chosen', async ({
  page,
  screens,
}) => {
  await screens.show('portrait/a portrait')
  await toggle(page.getByRole('checkbox', { name: 'Show the text in full' }))
  await page.getByRole('button', { name: 'Shot 3, from 0:07, Whole' }).click()
  await expect(page.getByRole('checkbox', { name: 'Show the text in full' })).toBeHidden()
  await page
    .getByRole('radiogroup', { name: 'How this shot is shown' })
    .getByRole('radio', { name: 'Hold' })
    .click()
  await page.getByRole('button', { name: 'Apply to similar shots (1)' }).click()
  await expect(page.getByRole('button', { name: 'Shot 4, from 0:10, Hold' })).toBeVisible()
  await page.getByRole('switch', { name: 'Show captions' }).click()
  await expect(page.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Save and render' }).click()
  await expect(page.getByRole('progressbar', { name: 'Rendering' })).toBeVisible()
  const [sent] = screens.sent('updatePortraitPath')
  expect(sent).toMatchObject({
    shots: [
      { number: 0, text: null },
      { number: 2, mode: 'hold' },
      { number: 3, mode: 'hold' },
    ],
  })
})

test('a viewer sees the shots without changing them', async ({ page, screens }) => {
  await screens.show('portrait/a portrait for a viewer')
  await expect(page.getByRole('button', { name: 'Shot 1, from 0:00, Follow' })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'How this shot is shown' })).toBeHidden()
})

test('a portrait that failed says why, and is retried', async ({ page, screens }) => {
  await screens.show('portrait/a portrait that failed')
  await expect(page.getByText('The program that finds people is not installed on the server.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('progressbar', { name: 'Waiting' })).toBeVisible()
})
