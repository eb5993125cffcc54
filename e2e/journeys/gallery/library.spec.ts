import type { Page } from '@playwright/test'
import { expect, test } from '../support/screens.ts'

test.describe('saved views', () => {
  const open = (page: Page) => page.getByRole('button', { name: 'Saved views', exact: true }).click()
  const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const field = (page: Page) => page.getByLabel('View name')
  const choose = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
    await page.getByRole('menuitem', { name: action }).click()
  }
  const remove = async (page: Page, name: string) => {
    await choose(page, name, 'Delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  }

  test('a failed list is loaded again, and views are deleted with the keyboard', async ({
    page,
    screens,
  }) => {
    await screens.show('library/saved views that load at the second try')
    await open(page)
    await expect(page.getByText('The views did not load')).toBeVisible()
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByRole('button', { name: 'Actions for B' }).press('Enter')
    const colorOf = (item: string) =>
      page.getByRole('menuitem', { name: item }).evaluate((shown) => getComputedStyle(shown).color)
    expect(await colorOf('Delete')).not.toBe(await colorOf('Rename'))
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('It is deleted for everyone here.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(view(page, 'B Shared with everyone here')).toBeFocused()
    await remove(page, 'B')
    await expect(page.getByText('“⁨B⁩” deleted')).toBeVisible()
    await expect(view(page, 'C')).toBeFocused()
    await remove(page, 'C')
    await expect(view(page, 'A')).toBeFocused()
    await remove(page, 'A')
    await expect(field(page)).toBeFocused()
  })

  test('at the limit no view is saved until one is deleted', async ({ page, screens }) => {
    await screens.show('library/as many saved views as possible')
    await open(page)
    await field(page).fill('One more')
    await expect(page.getByText('You have 50 views, the maximum. Delete one to save another.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save view' })).toBeDisabled()
    await remove(page, 'View 7')
    await expect(page.getByRole('button', { name: 'Save view' })).toBeEnabled()
  })
})

test('the first upload has the chosen playback, and begins with a key', async ({ page, screens }) => {
  await screens.show('library/a first upload')
  await page.getByRole('radio', { name: 'Signed' }).click()
  // The shortcut works once its part of the console has loaded.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 2000 })
    await page.keyboard.press('u')
    const buffer = Buffer.from('not really a video')
    await (await chooser).setFiles({ name: 'match.mp4', mimeType: 'video/mp4', buffer })
  }).toPass()
  await expect
    .poll(() => screens.sent('createUpload'))
    .toMatchObject([{ fileName: 'match.mp4', playbackPolicy: 'signed' }])
})
