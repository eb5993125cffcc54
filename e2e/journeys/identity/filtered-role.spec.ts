import { patient } from '../../../server/src/testing/machine/patience.ts'
import { address, clientOf, expect, joinAs, readySample, signIn, test } from '../support/fixtures.ts'

test('a role is limited to some videos, and its holders see only these everywhere', async ({
  page,
  person,
  browser,
}) => {
  const owner = clientOf(person)
  const news = await readySample(person, { title: 'Evening bulletin' })
  const board = await readySample(person, { title: 'Board meeting' })
  const { id: folder } = await owner.call('createCollection', { body: { name: 'Archive' } })
  const read = { read: true }
  const { id: roleId } = await owner.call('createRole', {
    params: { id: person.organizationId },
    body: {
      name: 'News desk',
      permissions: JSON.stringify({ Videos: { Video: read }, DAM: { Folder: read } }),
    },
  })
  const colleague = await joinAs(person, roleId)

  await page.goto(`${person.settings}/roles/${roleId}`)
  await expect(page.getByRole('heading', { name: 'Limit to videos' })).toBeVisible()
  await expect(page.getByText(/People with this role see only videos that match/)).toBeVisible()
  // The options close when the page scrolls, also by what loads above them.
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Folders' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Archive' }).click({ timeout: patient(2000) })
  }).toPass()
  const folders = page.getByRole('list', { name: 'Folders' })
  await expect(folders.getByText('Archive')).toBeVisible()
  await page.getByRole('textbox', { name: 'Tags' }).fill('news')
  await page.getByRole('textbox', { name: 'Tags' }).press('Enter')
  await page.getByRole('textbox', { name: 'Key' }).fill('programme')
  await page.getByRole('textbox', { name: 'Value' }).fill('Evening')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Sees only the selected videos', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Role “News desk” saved')).toBeVisible()
  const { items } = await owner.call('listRoles', { params: { id: person.organizationId } })
  expect(JSON.parse(items.find(({ id }) => id === roleId)?.permissions ?? '')).toMatchObject({
    filter: { folders: [folder], tags: ['news'], metadata: [{ key: 'programme', value: 'Evening' }] },
  })

  await page.reload()
  await folders.getByRole('button', { name: 'Remove Archive' }).click()
  await page.getByRole('button', { name: 'Remove programme: Evening' }).click()
  await expect(page.getByText('Sees a different selection of videos')).toBeVisible()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Role “News desk” saved').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeHidden()

  await owner.call('tagContents', { body: { ids: [news.id], add: ['news'] } })
  await owner.call('updateContent', { params: { id: board.id }, body: { description: 'Confidential' } })
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await signIn(theirs, colleague)
  await theirs.goto(person.videos)
  await expect(theirs.getByRole('link', { name: 'Evening bulletin' }).first()).toBeVisible()
  await expect(theirs.getByText('Board meeting')).toHaveCount(0)
  await theirs.goto(`${person.videos}?q=meeting`)
  await expect(theirs.getByText('No results found for “meeting”')).toBeVisible()
  await theirs.goto(`${person.videos}/${board.id}`)
  await expect(theirs.getByText('Video not found')).toBeVisible()
  await theirs.goto(`${address}/${person.environmentId}/events-logs`)
  const rows = theirs.getByRole('row', { name: /video\.asset\.updated/ })
  await expect(rows).toHaveCount(1)
  await page.goto(`${address}/${person.environmentId}/events-logs`)
  await expect(page.getByRole('row', { name: /video\.asset\.updated/ })).toHaveCount(2)
  await context.close()
})
