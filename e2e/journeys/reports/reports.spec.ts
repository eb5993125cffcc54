import { readFile } from 'node:fs/promises'
import { newReport } from '../../../server/src/testing/reports/reports.ts'
import { toggle } from '../support/actions.ts'
import { address, clientOf, expect, newPerson, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

test('a daily report is created, sent now, and its PDF downloaded', async ({ page }) => {
  const person = await newPerson()
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/cdn_analytics/reports`)
  await page.getByRole('link', { name: 'New report' }).click()
  await page.getByLabel('Name').fill('Gulf live')
  await page.getByLabel('Send to').fill('leela@example.com, ops@example.com')
  await page.getByRole('radio', { name: 'Daily' }).click()
  await page.getByLabel('At', { exact: true }).fill('07:30')
  await toggle(page.getByRole('checkbox', { name: 'Countries' }))
  const preview = page.getByRole('article')
  await expect(preview.getByRole('heading', { name: 'Gulf live' })).toBeVisible()
  await expect(preview.getByRole('heading', { name: 'Countries' })).toBeVisible()
  await page.getByRole('button', { name: 'Save report' }).click()

  await expect(page.getByRole('heading', { name: 'Gulf live' })).toBeVisible()
  await expect(page.getByText('Every day, 07:30')).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  const run = page.getByRole('row', { name: '2 of 2' })
  await expect(run.getByText('Sent', { exact: true })).toBeVisible()
  const started = page.waitForEvent('download')
  await run.getByRole('button', { name: 'Download PDF' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^Gulf live .*\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a report goes to a webhook, whose address is secret and can be removed', async ({ page }) => {
  const person = await newPerson()
  const { id } = await newReport(clientOf(person))
  await signIn(page, person)
  const report = `${address}/${person.environmentId}/cdn_analytics/reports/${id}`
  await page.goto(`${report}/edit`)
  const field = page.getByLabel('Webhook')
  const save = page.getByRole('button', { name: 'Save report' })
  await field.fill('https://10.0.0.1/figures')
  await save.click()
  await expect(field).toHaveAccessibleDescription('This address is not allowed. Use a public URL')
  await field.fill('https://127.0.0.1:9/figures/s3cret')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  await expect(dialog.getByText('It is shown only now.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'I have stored it safely' }).press('Space')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('127.0.0.1:9', { exact: true })).toBeVisible()
  await page.goto(`${report}/edit`)
  await expect(field).toHaveValue('')
  await expect(field).toHaveAccessibleDescription(/127.0.0.1.* is secret/)
  expect(await page.content()).not.toContain('s3cret')
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await expect(field).toHaveAccessibleDescription('The webhook is removed when you save.')
  await save.click()
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible()
  await expect(page.getByText('127.0.0.1:9', { exact: true })).toHaveCount(0)
})

testScreens('reports', async () => {
  const person = await newPerson()
  const client = clientOf(person)
  const { id } = await newReport(client, { metrics: ['viewers', 'contents'], splitBy: 'country' })
  const base = `${address}/${person.environmentId}/cdn_analytics/reports`
  return [
    { person, address: base },
    { person, address: `${base}/${id}` },
    { person, address: `${base}/${id}/edit` },
  ]
})
