import { readFile } from 'node:fs/promises'
import { choose } from '../support/actions.ts'
import { address, expect, newPerson, signIn, test } from '../support/fixtures.ts'
import { haveManyViews, haveRunningExport } from './many-views.ts'

test('a job exports all views, and every screen shows its progress', async ({ page }) => {
  const person = await newPerson()
  await haveManyViews(person, 12_000)
  await signIn(page, person)
  const analytics = `${address}/${person.environmentId}/cdn_analytics`
  await page.goto(analytics)
  await choose(page.getByRole('button', { name: 'Export' }), 'CSV', { group: 'All views (12,000)' })
  await expect(page).toHaveURL(/open=exports/)
  const drawer = page.getByRole('complementary', { name: 'Exports' })
  await expect(drawer.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(drawer.getByText('12,000 views')).toBeVisible()

  await page.goto(person.videos)
  const tray = page.getByRole('region', { name: 'Exports' })
  const saved = page.waitForEvent('download')
  await tray.getByRole('button', { name: 'Download' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^views .*\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(12_001)
  await page.reload()
  await tray.getByRole('button', { name: /^Hide: / }).click()
  await expect(tray).toBeHidden()

  await page.goto(analytics)
  await choose(page.getByRole('button', { name: 'Export' }), 'Show exports')
  await drawer.getByRole('button', { name: /^Delete: / }).click()
  await expect(drawer.getByText('There are no exports.')).toBeVisible()
})

test('an export in progress is canceled, and at most three run at once', async ({ page }) => {
  const person = await newPerson()
  await haveManyViews(person, 10_001)
  for (let n = 0; n < 3; n += 1) await haveRunningExport(person)
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/cdn_analytics?open=exports`)
  const drawer = page.getByRole('complementary', { name: 'Exports' })
  await expect(drawer.getByText('5,000 of 12,000 views')).toHaveCount(3)
  await expect(drawer.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', '42')
  await choose(page.getByRole('button', { name: 'Export' }), 'CSV', { group: 'All views (10,001)' })
  await expect(page.getByText('Too many exports are in progress')).toBeVisible()
  for (const left of [2, 1, 0]) {
    await drawer
      .getByRole('button', { name: /^Cancel: / })
      .first()
      .click()
    await expect(drawer.getByRole('progressbar')).toHaveCount(left)
  }
  expect(await person.call('GET', '/data/api/v1/exports')).toEqual({ items: [] })
})
