import type { Page } from '@playwright/test'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { choose, openMenu } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test.describe('saved views', () => {
  const open = (page: Page) => page.getByRole('button', { name: 'Saved views', exact: true }).click()
  const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const field = (page: Page) => page.getByLabel('View name')
  const actions = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })
  const remove = async (page: Page, name: string) => {
    await choose(actions(page, name), 'Delete', { byKey: true })
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  }

  test('a failed list is reloaded, and views are deleted with the keyboard', async ({ page, screens }) => {
    await screens.show('library/saved views that load at the second try')
    await open(page)
    await expect(page.getByText('The views did not load')).toBeVisible()
    await page.getByRole('button', { name: 'Try now' }).click()
    const menu = await openMenu(actions(page, 'B'), { byKey: true })
    const colorOf = (item: string) =>
      menu.getByRole('menuitem', { name: item }).evaluate((shown) => getComputedStyle(shown).color)
    expect(await colorOf('Delete')).not.toBe(await colorOf('Rename'))
    await choose(actions(page, 'B'), 'Delete', { byKey: true })
    await expect(page.getByText('It is deleted for everyone in this environment.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(view(page, 'B Shared with everyone in this environment')).toBeFocused()
    await remove(page, 'B')
    await expect(page.getByText('“⁨B⁩” deleted')).toBeVisible()
    await expect(view(page, 'C')).toBeFocused()
    await remove(page, 'C')
    await expect(view(page, 'A')).toBeFocused()
    await remove(page, 'A')
    await expect(field(page)).toBeFocused()
  })

  test('at the limit a view can be saved only after another is deleted', async ({ page, screens }) => {
    await screens.show('library/as many saved views as possible')
    await open(page)
    await field(page).fill('One more')
    await expect(
      page.getByText('You have reached the maximum of 50 views. Delete one to save another.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save view' })).toBeDisabled()
    await remove(page, 'View 7')
    await expect(page.getByRole('button', { name: 'Save view' })).toBeEnabled()
  })
})

test('the first upload has the chosen playback policy, and begins with a key', async ({ page, screens }) => {
  await screens.show('library/a first upload')
  await page.getByRole('radio', { name: 'Signed' }).click()
  // The shortcut works once its part of the console has loaded.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: patient(2000) })
    await page.keyboard.press('u')
    const buffer = Buffer.from('not really a video')
    await (await chooser).setFiles({ name: 'match.mp4', mimeType: 'video/mp4', buffer })
  }).toPass()
  await expect
    .poll(() => screens.sent('createUpload'))
    .toMatchObject([{ fileName: 'match.mp4', playbackPolicy: 'signed' }])
})

test('on a phone, filters take one row and navigation one line', async ({ page, screens }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await screens.show('library/a video with a long title')
  const filter = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(filter('Status')).toBeVisible()
  const top = async (name: string) => (await filter(name).boundingBox())?.y
  expect(await top('Resolution')).toBe(await top('Status'))
  const lines = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((entries) => entries.map((entry) => entry.querySelector('span')?.getClientRects().length))
  expect(new Set(lines)).toEqual(new Set([1]))
  await expect(page.getByRole('link', { name: 'Assets', exact: true })).toBeVisible()
})

test('in Arabic, English names are truncated at their end', async ({ page, screens }) => {
  await screens.show('library/a video with a long title', 'ar')
  const link = page.getByRole('link', { name: /^The final match of the Deccan league/ })
  await expect(link).toHaveCSS('direction', 'ltr')
  expect(await link.evaluate((cut) => cut.scrollWidth > cut.clientWidth)).toBe(true)
})

test('the media team sees the encoding profiles without actions to change them', async ({
  page,
  screens,
}) => {
  await screens.show('library/encoding profiles for the media team')
  await expect(page.getByRole('row').filter({ hasText: 'Standard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New profile' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions for Standard' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Standard' }).click()
  await expect(page.getByText('Maximum per hour of video')).toBeVisible()
  // Costs are for those who may read billing.
  await expect(page.getByText(/About \$/)).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test.describe('subtitles', () => {
  test('a viewer can read and download cues, but not change them', async ({ page, screens }) => {
    await screens.show('library/subtitles for a viewer')
    await page.getByRole('button', { name: 'At 2', exact: true }).click()
    await expect(page.getByText('10 cues').first()).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    const changes = /Save draft|Publish…|Upload|Type manually|Add a cue|Undo|Shift|Split|Delete/
    await expect(page.getByRole('button', { name: changes })).toHaveCount(0)
    await page.keyboard.press('Delete')
    await expect(page.getByRole('button', { name: 'At 2', exact: true })).toBeVisible()
    const actions = page.getByRole('button', { name: 'Actions for English' })
    const menu = await openMenu(actions)
    await expect(menu.getByRole('menuitem')).toHaveText(['Download as .srt', 'Download as .vtt'])
    const download = page.waitForEvent('download')
    await choose(actions, 'Download as .srt')
    expect((await download).suggestedFilename()).toBe('English.srt')
  })

  test('publishing shows how many cues change for viewers', async ({ page, screens }) => {
    await screens.show('library/subtitles with unpublished changes')
    await page.getByRole('button', { name: 'Publish…' }).click()
    const publish = page.getByRole('dialog', { name: 'Publish subtitles' })
    await expect(publish.getByText('3 changes · 1 reworded, 1 moved and 1 new')).toBeVisible()
    await publish.getByRole('button', { name: 'Publish 3 changes' }).click()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
  })
})
