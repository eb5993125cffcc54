import { announced, expectAccessible } from '../support/accessibility.ts'
import { choose, select, toggle } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('a video is exported to an account, and a failed export is tried again', async ({ page, screens }) => {
  await screens.show('exports/exports of a video')
  const rows = page.getByRole('grid', { name: 'Exports' }).getByRole('row')
  const refused = rows.filter({ hasText: 'another key than before' })
  await expect(rows.filter({ hasText: 'Being written' })).toContainText('Archive bucket: partners/news')
  await expect(rows.filter({ hasText: 'Exported' })).toContainText('.json')
  await expectAccessible(page)
  await refused.getByRole('button', { name: /^Try again/ }).click()
  await expect(refused).toHaveCount(0)
  await page.getByRole('button', { name: 'Export to an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export to an account' })
  await select(page, 'To the account', 'Photo agency (SFTP)')
  await dialog.getByLabel('Folder in the account').fill('../out')
  await toggle(dialog.getByRole('checkbox', { name: 'Original file' }))
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByText('Enter names of folders with / between them')).toBeVisible()
  await expect(dialog.getByText('Choose at least one kind of file')).toBeVisible()
  await expectAccessible(page, announced)
  await dialog.getByLabel('Folder in the account').fill('out/today')
  await toggle(dialog.getByRole('checkbox', { name: 'MP4 of the best quality' }))
  await toggle(dialog.getByRole('checkbox', { name: 'Poster' }))
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: 'Queued' })).toHaveCount(2)
  expect(screens.sent('createCloudExport')).toMatchObject([{ path: 'out/today', files: ['mp4', 'poster'] }])
})

test('selected videos are exported together, but for those that are not ready', async ({ page, screens }) => {
  await screens.show('exports/videos that can be exported together')
  await toggle(page.getByRole('checkbox', { name: 'Select all' }))
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export to an account' })
  await expect(dialog.getByText('Videos that are not ready are left out: 1.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('The export has started')).toBeVisible()
  await expect(dialog).toBeHidden()
  const [{ contentIds } = { contentIds: [] }] = screens.sent('createCloudExport') as {
    contentIds: string[]
  }[]
  expect(contentIds).toHaveLength(2)

  await toggle(page.getByRole('checkbox', { name: 'Select all' }))
  await toggle(page.getByRole('checkbox', { name: 'Select Evening news' }))
  await bar.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled()

  for (const [state, text] of [
    ['videos without accounts', 'No accounts yet'],
    ['videos whose accounts do not load', 'The accounts did not load'],
  ]) {
    await screens.show(`exports/${state}`)
    await toggle(page.getByRole('checkbox', { name: 'Select Weather' }))
    await bar.getByRole('button', { name: 'Export' }).click()
    await expect(dialog.getByText(text ?? '')).toBeVisible()
    await expectAccessible(page)
  }
})

test('the tab of exports says what is missing', async ({ page, screens }) => {
  await screens.show('exports/a video without exports')
  await expect(page.getByText('No exports yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export to an account' })).toBeVisible()
  await expectAccessible(page)
  await screens.show('exports/a video without accounts')
  await expect(page.getByText('No accounts yet')).toBeVisible()
  await expect(page.getByRole('link', { name: /Cloud Connect/ }).last()).toBeVisible()
  await screens.show('exports/exports that do not load')
  await expect(page.getByText('The exports did not load')).toBeVisible()
  await screens.show('exports/exports of a video for a viewer')
  await expect(page.getByRole('grid', { name: 'Exports' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(?:Export to|Try again)/ })).toHaveCount(0)
})

test('a rule is added, paused and deleted', async ({ page, screens }) => {
  await screens.show('exports/rules')
  const rows = page.getByRole('grid', { name: 'Export Rules' }).getByRole('row')
  const row = (name: string) => rows.filter({ has: page.getByText(name, { exact: true }) })
  await expect(row('Partners')).toContainText('Archive bucket: partners/news')
  await expect(rows.filter({ hasText: 'Everything' })).toContainText('All videos')
  await expect(row('Agency')).toContainText('Paused')
  await expectAccessible(page)
  await choose(page.getByRole('button', { name: 'Actions for “Partners”' }), 'Pause')
  await expect(row('Partners')).toContainText('Paused')
  await choose(page.getByRole('button', { name: 'Actions for “Partners”' }), 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row('Partners')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await expectAccessible(page, announced)
  await dialog.getByLabel('Name', { exact: true }).fill('Sports desk')
  await dialog.getByLabel('Only with the tags').fill('sport')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows.filter({ hasText: 'Sports desk' })).toContainText('sport')
  expect(screens.sent('createExportRule')).toMatchObject([
    { name: 'Sports desk', files: ['original', 'metadata'], collectionId: null, tags: ['sport'] },
  ])
})

test('all exports are listed by their state', async ({ page, screens }) => {
  await screens.show('exports/rules')
  await page.getByRole('radio', { name: 'Exports' }).click()
  const rows = page.getByRole('grid', { name: 'Exports' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Exported' }).filter({ hasText: 'Partners' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('grid', { name: 'Export Rules' })).toBeVisible()
})

test('screens of rules say what is missing, and who may not change them', async ({ page, screens }) => {
  await screens.show('exports/no rules')
  await expect(page.getByText('No export rules yet')).toBeVisible()
  await screens.show('exports/rules without accounts')
  await expect(page.getByText('No accounts yet')).toBeVisible()
  await expectAccessible(page)
  await screens.show('exports/rules that do not load')
  await expect(page.getByText('The rules did not load')).toBeVisible()
  await screens.show('exports/rules without the right')
  await expect(page.getByRole('heading', { name: 'Export Rules', exact: true })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await screens.show('exports/rules for a viewer')
  await expect(page.getByRole('grid').getByText('Partners', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Add a rule|Actions for/ })).toHaveCount(0)
})
