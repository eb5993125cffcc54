import { address, expect, expectPlaying, newPerson, readySample, signIn, test } from '../support/fixtures.ts'

test('a view of a visitor is in the chart within seconds, and one more after a reload', async ({
  page,
  context,
}) => {
  const person = await newPerson()
  const { playbackId } = await readySample(person)
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/analytics?range=last-hour`)
  await expect(page.getByText('No views in this time')).toBeVisible()

  const visitor = await context.newPage()
  await visitor.goto(`${address}/embed/${playbackId}?partner=Tara`)
  await visitor.locator('media-play-button').click()
  await expectPlaying(visitor)
  const total = page.locator('dd').first()
  await expect(total).toHaveText('1')
  await visitor.reload()
  await visitor.locator('media-play-button').click()
  await expect(total).toHaveText('2')

  await page.getByRole('button', { name: 'Show as table' }).click()
  // The two can be in different minutes.
  await expect(page.getByRole('cell', { name: /^[12]$/ }).first()).toBeVisible()
  await page.reload()
  await expect(total).toHaveText('2')
  await page.getByRole('button', { name: 'Last 1 hour' }).click()
  await page.getByRole('option', { name: 'Last 30 days' }).click()
  await expect(page).toHaveURL(/range=last-30-days/)
  await expect(total).toHaveText('2')
})
