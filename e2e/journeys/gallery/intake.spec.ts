import { expectAccessible } from '../support/accessibility.ts'
import { choose, select, toggle } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('watch folders are listed with their states', async ({ page, screens }) => {
  await screens.show('intake/folders')
  const rows = page.getByRole('grid', { name: 'Watch Folder' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Newsroom' })).toContainText('Watched')
  await expect(rows.filter({ hasText: 'Sports desk' })).toContainText('Paused')
  await expect(rows.filter({ hasText: 'Archive disk' })).toContainText('The folder is missing')
  await expect(rows.filter({ hasText: 'Agency pictures' })).toContainText('another key than before')
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

test('a folder of an account is watched', async ({ page, screens }) => {
  await screens.show('intake/no folders')
  await page.getByRole('button', { name: 'Watch a folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' })
  await dialog.getByLabel('Name', { exact: true }).fill('Agency')
  await select(page, 'Place', 'Photo agency (SFTP)')
  await dialog.getByLabel('Subfolder').fill('outbox')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(screens.sent('createWatchFolder')).toMatchObject([
    { name: 'Agency', root: '', accountId: expect.stringMatching(/-/), path: 'outbox' },
  ])
})

test('accounts are listed with their states, and those that are used are not deleted', async ({
  page,
  screens,
}) => {
  await screens.show('intake/accounts')
  const rows = page.getByRole('grid', { name: 'Cloud Connect' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Archive bucket' })).toContainText('Works')
  await expect(rows.filter({ hasText: 'Photo agency' })).toContainText('another key than before')
  await expect(rows.filter({ hasText: 'Studio' })).toContainText('Not used yet')
  await expectAccessible(page)
  await choose(page.getByRole('button', { name: 'Actions for “Archive bucket”' }), 'Test')
  await expect(page.getByText('There is no file to read')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await choose(page.getByRole('button', { name: 'Actions for “Archive bucket”' }), 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Watch folders or export rules use this account')).toBeVisible()
})

test('an account is added with the fields of its kind, and tested at once', async ({ page, screens }) => {
  await screens.show('intake/no accounts')
  await page.getByRole('button', { name: 'Add account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add account' })
  await select(page, 'Kind', 'SFTP')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  await expect(dialog.getByText('Enter the password or the key of this account')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Photo agency')
  await dialog.getByLabel('Host', { exact: true }).fill('files.agency.example')
  await dialog.getByLabel('User', { exact: true }).fill('newsroom')
  await dialog.getByLabel(/^Password/).fill('correct horse')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const test = page.getByRole('dialog', { name: /^Test of/ })
  await expect(test.getByText('Signs in')).toBeVisible()
  await expect(test.getByText('The account has no right to do this')).toBeVisible()
  await test.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('grid', { name: 'Cloud Connect' })).toContainText('Photo agency')
  expect(screens.sent('createCloudAccount')).toMatchObject([
    {
      kind: 'sftp',
      name: 'Photo agency',
      settings: { host: 'files.agency.example', port: 22, user: 'newsroom' },
      secrets: { password: 'correct horse' },
    },
  ])
})

test('accounts of Google and Azure have their own keys, and a wrong one is refused', async ({
  page,
  screens,
}) => {
  await screens.show('intake/no accounts')
  await page.getByRole('button', { name: 'Add account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add account' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await select(page, 'Kind', 'Google Cloud Storage')
  await dialog.getByLabel('Name', { exact: true }).fill('Rushes')
  await dialog.getByLabel('Bucket', { exact: true }).fill('rushes')
  await dialog.getByLabel('Key of the service account').fill('{}')
  await save.click()
  await expect(dialog.getByText('Enter the JSON key of a service account')).toBeVisible()
  await expectAccessible(page)
  await select(page, 'Kind', 'Azure Blob Storage')
  await dialog.getByLabel('Storage account', { exact: true }).fill('Partner')
  await dialog.getByLabel('Container', { exact: true }).fill('delivery')
  await save.click()
  await expect(dialog.getByText('Enter the name of a storage account')).toBeVisible()
  await expect(dialog.getByText('Enter the password or the key of this account')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Storage account', { exact: true }).fill('partnervideo')
  await dialog.getByLabel(/^Shared access signature/).fill('?sv=2021-08-06&sp=rl&sig=c2ln')
  await save.click()
  await expect(page.getByRole('dialog', { name: /^Test of/ })).toBeVisible()
  expect(screens.sent('createCloudAccount')).toMatchObject([
    {
      kind: 'azure',
      settings: { endpoint: null, account: 'partnervideo', container: 'delivery' },
      secrets: { sasToken: '?sv=2021-08-06&sp=rl&sig=c2ln', password: null },
    },
  ])
})

test('screens of accounts say what is missing, and who may not change them', async ({ page, screens }) => {
  await screens.show('intake/accounts that do not load')
  await expect(page.getByText('The accounts did not load')).toBeVisible()
  await screens.show('intake/accounts without the right')
  await expect(page.getByRole('heading', { name: 'Cloud Connect', exact: true })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await screens.show('intake/accounts for a viewer')
  await expect(page.getByRole('grid').getByText('Studio', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Add account|Actions for/ })).toHaveCount(0)
})

test('files of an account are chosen in its folders, and imported', async ({ page, screens }) => {
  await screens.show('intake/imports')
  await choose(page.getByRole('button', { name: 'Upload' }).first(), 'Import from a cloud or server')
  const dialog = page.getByRole('dialog', { name: 'Import from a cloud or server' })
  const imported = dialog.getByRole('grid', { name: 'Imported files' })
  await dialog.getByRole('radio', { name: 'Imported files' }).click()
  await expect(imported).toContainText('The storage is full')
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Choose files' }).click()
  await expect(dialog.getByText('There are more entries than are shown.')).toBeVisible()
  await toggle(dialog.getByRole('checkbox', { name: 'opening_titles' }))
  await expect(dialog.getByText('Selected: 1')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'rushes' }).click()
  await expect(dialog.getByText(/^Selected/)).toHaveCount(0)
  const box = dialog.getByRole('checkbox', { name: 'flood_report.mp4' })
  await box.focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(imported).toContainText('The storage is full')
  expect(screens.sent('createCloudImport')).toMatchObject([
    { path: 'rushes', names: ['flood_report.mp4'], collectionId: null, playbackPolicy: 'public' },
  ])
  await dialog.getByRole('radio', { name: 'Choose files' }).click()
  await select(page, 'From the account', 'Photo agency (SFTP)')
  await expect(dialog.getByText('another key than before')).toBeVisible()
})

test('an import without accounts says where they are added', async ({ page, screens }) => {
  await screens.show('intake/imports without accounts')
  await choose(page.getByRole('button', { name: 'Upload' }).first(), 'Import from a cloud or server')
  const dialog = page.getByRole('dialog', { name: 'Import from a cloud or server' })
  await expect(dialog.getByText('under Cloud Connect')).toBeVisible()
  await expectAccessible(page)
})

test('a folder waits for markers, and says which files beside a video are broken', async ({
  page,
  screens,
}) => {
  await screens.show('intake/no folders')
  await page.getByRole('button', { name: 'Watch a folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' })
  await dialog.getByLabel('Name', { exact: true }).fill('Newsroom')
  await select(page, 'A file is whole when', 'a marker is beside it too')
  await select(page, 'Files beside a video', 'Wait for a description that can be read')
  await dialog.getByLabel('Ending of markers').fill('.mp4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter an ending such as .done')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Ending of markers').fill('.ready')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(screens.sent('createWatchFolder')).toMatchObject([
    { settle: 'marker', marker: '.ready', sidecars: 'require' },
  ])
  await screens.show('intake/a folder')
  const files = page.getByRole('list', { name: 'Files that belong to it' })
  await expect(files.first()).toContainText('flood_report.xmlis not in a form that Kinora reads')
})
