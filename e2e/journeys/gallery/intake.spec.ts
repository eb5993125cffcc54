import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('watch folders are listed with their states', async ({ page, screens }) => {
  await screens.show('intake/folders')
  const rows = page.getByRole('grid', { name: 'Watch Folder' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Newsroom' })).toContainText('Watched')
  await expect(rows.filter({ hasText: 'Sports desk' })).toContainText('Paused')
  await expect(rows.filter({ hasText: 'Archive disk' })).toContainText('The folder is missing')
  await expectAccessible(page)
})

test('the first folder is watched, and a wrong path is refused', async ({ page, screens }) => {
  await screens.show('intake/no folders')
  await expect(page.getByText('No watch folders yet')).toBeVisible()
  await page.getByRole('button', { name: 'Watch a folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' })
  await dialog.getByLabel('Subfolder').fill('../secrets')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await expect(dialog.getByText('Enter names of folders with / between them')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Newsroom')
  await dialog.getByLabel('Subfolder').fill('news')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('grid').getByText('Not looked at yet').last()).toBeVisible()
  expect(screens.sent('createWatchFolder')).toMatchObject([
    { name: 'Newsroom', root: '/srv/incoming', path: 'news', existing: 'take', after: 'keep' },
  ])
})

test('files say what they wait for, and are taken by hand', async ({ page, screens }) => {
  await screens.show('intake/a folder')
  const row = (name: string) =>
    page.getByRole('grid', { name: 'Files' }).getByRole('row').filter({ hasText: name })
  await expect(row('interview.mxf')).toContainText('Its end is missing')
  await expect(row('parade.mov')).toContainText('The storage is full')
  await expectAccessible(page)
  await row('parade.mov').getByRole('button', { name: 'Take now' }).click()
  await expect(row('parade.mov')).toContainText('Queued')
  await choose(page.getByRole('button', { name: 'Actions' }), 'Pause')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await choose(page.getByRole('button', { name: 'Actions' }), 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No watch folders yet')).toBeVisible()
})

test('screens of watch folders say what is missing', async ({ page, screens }) => {
  await screens.show('intake/not set up')
  await expect(page.getByText('Watch folders are not set up')).toBeVisible()
  await expect(page.getByText(/WATCH_ROOTS/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch a folder' })).toHaveCount(0)
  await expectAccessible(page)
  await screens.show('intake/folders that do not load')
  await expect(page.getByText('The watch folders did not load')).toBeVisible()
  await screens.show('intake/a folder without files')
  await expect(page.getByText('No file has arrived yet.')).toBeVisible()
  await screens.show('intake/a folder that is gone')
  await expect(page.getByRole('link', { name: 'To watch folders' })).toBeVisible()
})

test('people without the right see no folder, and those who may only read change nothing', async ({
  page,
  screens,
}) => {
  await screens.show('intake/folders without the right')
  await expect(page.getByRole('heading', { name: 'Watch Folder', exact: true })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Watch Folder' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Watch a folder' })).toHaveCount(0)
  await screens.show('intake/a folder for a viewer')
  await expect(page.getByRole('grid', { name: 'Files' }).getByText('parade.mov')).toBeVisible()
  await expect(page.getByRole('button', { name: /Take|Actions/ })).toHaveCount(0)
})
