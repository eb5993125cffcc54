import { readFile } from 'node:fs/promises'
import { newReport } from '../../../server/src/testing/reports/reports.ts'
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
  await page.getByRole('checkbox', { name: 'Countries' }).check({ force: true })
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
