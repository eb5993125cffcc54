import { address, expect, test } from '../support/fixtures.ts'

test('the API docs are searched, read and tried with the signed-in session', async ({ page, person }) => {
  await page.goto(`${address}/${person.environmentId}/api-docs`)
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('nothing like this')
  await expect(page.getByText('No results found for')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('listContents')
  await page.getByRole('link', { name: /listContents\b/ }).click()
  await expect(page.getByRole('heading', { name: 'listContents' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'curl' })).toHaveValue(/curl '.*\/contents\/paginated/)
  await page.getByRole('radio', { name: 'JavaScript' }).click()
  await expect(page.getByRole('textbox', { name: 'JavaScript' })).toHaveValue(/await fetch\(/)
  await page.getByRole('radio', { name: 'Python' }).click()
  await expect(page.getByRole('textbox', { name: 'Python' })).toHaveValue(/requests\.get\(/)

  await page.getByRole('textbox', { name: 'pageSize' }).fill('3')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('textbox', { name: 'Response', exact: true })).toHaveValue(/"pageSize": 3/)

  // A wrong API token is refused, and is gone after a reload.
  const token = page.getByLabel('API token secret key')
  await token.fill('kns_wrong')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('textbox', { name: 'Response', exact: true })).toHaveValue(/"status": 401/)

  // The URL restores the page, on reload and on going back.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'listContents' })).toBeVisible()
  await expect(token).toHaveValue('')

  // A call that changes something asks first.
  await page.goto(`${address}/${person.environmentId}/api-docs?call=createUpload`)
  await page.getByRole('textbox', { name: 'JSON' }).fill('{ "fileName": "match.exe", "fileSize": 1000 }')
  await page.getByRole('button', { name: 'Send' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send createUpload?' })
  await expect(question).toContainText('Changes real data')
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('textbox', { name: 'Response', exact: true })).toHaveValue(/"status": 400/)

  await page.goto(`${address}/${person.environmentId}/api-docs?call=createEnvironment`)
  const body = page.getByRole('textbox', { name: 'JSON' })
  await body.fill('{ "name": ')
  await expect(page.getByText('This is not valid JSON')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
})
