// Slow: long journeys through folders by dialog, pointer and keyboard.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { choose, toggle } from '../support/actions.ts'
import { address, expect, type Person, readySample, test } from '../support/fixtures.ts'

const collections = '/video/api/v1/asset_collections'

async function folderOf(person: Person, name: string, parent: string | null = null): Promise<string> {
  const { id } = await person.call('POST', collections, { name, parentCollectionUUID: parent })
  return String(id)
}

function dam({ environmentId }: Person, rest = ''): string {
  return `${address}/${environmentId}/dam${rest}`
}

function row(page: Page, name: string) {
  return page.getByRole('grid').getByRole('row').filter({ hasText: name })
}

async function menuOf(page: Page, name: string, action: string): Promise<void> {
  await choose(row(page, name).getByRole('button', { name: `Actions for ${name}` }), action)
}

test('creates folders, uploads into one, moves items by dialog, pointer and key, and finds them in subfolders', async ({
  page,
  person,
  folder,
}) => {
  const { id } = await readySample(person)
  await page.goto(dam(person))
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Sport')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(row(page, 'Sport')).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('sport')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This name is already in use')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('News')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(row(page, 'News')).toBeVisible()

  await page.getByRole('button', { name: 'Search or go to' }).click()
  const palette = page.getByRole('dialog', { name: 'Search or go to' })
  await palette.getByRole('textbox').fill('spo')
  await palette.getByRole('menuitem', { name: 'Sport' }).click()
  await expect(page.getByRole('heading', { name: 'Sport', exact: true })).toBeVisible()
  await page.goBack()

  await menuOf(page, 'Sample video', 'Download')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download Original' })).toBeVisible()
  await page.keyboard.press('Escape')

  await menuOf(page, 'Sample video', 'Move')
  await page
    .getByRole('dialog')
    .getByRole('searchbox')
    .or(page.getByPlaceholder('Find a folder'))
    .first()
    .fill('spo')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Sample video” moved to “Sport”')).toBeVisible()
  await expect(row(page, 'Sample video')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Sample video')).toBeVisible()

  await page.getByRole('button', { name: 'Drag Sample video' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).not.toHaveAttribute('aria-label', 'Drag Sample video')
  for (let step = 0; step < 8; step++) {
    if ((await page.locator('tr:focus').filter({ hasText: 'Sport' }).count()) > 0) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Sample video” moved to “Sport”')).toBeVisible()
  await expect(row(page, 'Sample video')).toBeHidden()
  await expect
    .poll(async () => (await person.call('GET', `/video/api/v1/contents/${id}`)).assetCollectionUUID)
    .not.toBeNull()

  await page.getByRole('radio', { name: 'Grid' }).click()
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await toggle(card('News').getByRole('checkbox'))
  await card('News').dragTo(card('Sport'))
  await expect(page.getByText('“News” moved to “Sport”')).toBeVisible()
  await expect(card('Sport')).toContainText('2')
  await page.mouse.move(0, 0)
  const isShown = () =>
    card('Sport')
      .getByRole('checkbox')
      .evaluate((box) => box.checkVisibility({ opacityProperty: true }))
  await expect.poll(isShown).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(card('News').getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('radio', { name: 'Table' }).click()

  await row(page, 'News').dragTo(row(page, 'Sport'))
  await expect(page.getByText('“News” moved to “Sport”')).toBeVisible()
  await expect(row(page, 'News')).toBeHidden()
  await expect(row(page, 'Sport').getByRole('gridcell', { name: '2', exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('sample')
  await expect(row(page, 'Sample video')).toContainText('Sport')
  await page.getByRole('searchbox').fill('')
  await expect(row(page, 'Sample video')).toBeHidden()
  await row(page, 'Sport').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sport')
  const tree = page.getByRole('treegrid', { name: 'Folders' })
  await tree.getByRole('row', { name: 'Sport' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')

  const file = join(folder, 'rushes.mp4')
  await writeFile(file, Buffer.alloc(64_000, 7))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(file)
  await expect(row(page, 'rushes')).toBeVisible()
  await page.getByRole('link', { name: 'Sport' }).first().click()
  await expect(row(page, 'rushes')).toBeHidden()
})

test('deletes a folder with its items, restores it, and empties the trash', async ({ page, person }) => {
  const sport = await folderOf(person, 'Sport')
  const round = await folderOf(person, 'Round 11', sport)
  const { id } = await readySample(person)
  await person.call('POST', '/video/api/v1/contents/bulk_move', { ids: [id], assetCollectionUUID: round })
  const archive = await folderOf(person, 'Archive')
  await person.call('DELETE', `/video/api/v1/asset_collections/${archive}`)

  await page.goto(dam(person))
  await menuOf(page, 'Sport', 'Delete')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Delete the folder “Sport”?')
  await expect(dialog).toContainText(/1 video, 1 folder/)
  await dialog.getByRole('button', { name: 'Move to trash' }).click()
  await expect(row(page, 'Sport')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Sport')).toBeVisible()

  await menuOf(page, 'Sport', 'Delete')
  await dialog.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('“Sport” moved to the trash')).toBeVisible()
  await page.goto(`${person.videos}/${id}`)
  await expect(page.getByText('This video is in the trash')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)

  await page.goto(dam(person))
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(row(page, 'Sport')).toContainText('30 days')
  const names = page.getByRole('row').filter({ hasText: /Sport|Archive/ })
  await expect(names).toHaveText([/Sport/, /Archive/])
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=title/)
  await expect(names).toHaveText([/Archive/, /Sport/])
  await page.reload()
  await expect(names).toHaveText([/Archive/, /Sport/])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await person.call('DELETE', `/video/api/v1/asset_collections/${archive}?permanently=true`)
  await page.goto(dam(person, '/trash'))
  await menuOf(page, 'Sport', 'Restore')
  await expect(page.getByText('“Sport” restored')).toBeVisible()
  await expect(page.getByText('The trash is empty')).toBeVisible()

  await page.goto(person.videos)
  await toggle(row(page, 'Sample video').getByRole('checkbox'))
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('“Sample video” moved to the trash')).toBeVisible()
  await page.goto(dam(person, '/trash'))
  await toggle(row(page, 'Sample video').getByRole('checkbox'))
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog).toContainText('Delete “Sample video”?')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.goto(`${person.videos}/${id}`)
  await expect(page.getByText('Video not found')).toBeVisible()
})
