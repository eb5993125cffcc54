import { address, expect, test } from '../support/fixtures.ts'

test('the API docs are searched, read and tried with the signed-in session', async ({ page, person }) => {
  await page.goto(`${address}/${person.environmentId}/api-docs`)
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('nothing like this')
  await expect(page.getByText('No results found for')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('listContents')
  await page.getByRole('link', { name: /listContents\b/ }).click()
  await expect(page.getByRole('heading', { name: 'listContents' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'curl' })).toHaveValue(/curl '.*\/contents\/paginated/)
  await page.getByRole('radio', { name: 'TypeScript' }).click()
  await expect(page.getByRole('textbox', { name: 'TypeScript' })).toHaveValue(/await fetch\(/)

  await page.getByRole('textbox', { name: 'pageSize' }).fill('3')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('textbox', { name: 'Response', exact: true })).toHaveValue(/"pageSize": 3/)

  // The URL restores the page, on reload and on going back.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'listContents' })).toBeVisible()
  await page.goto(`${address}/${person.environmentId}/api-docs?call=createEnvironment`)
  const body = page.getByRole('textbox', { name: 'JSON' })
  await body.fill('{ "name": ')
  await expect(page.getByText('This is not valid JSON')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
})
