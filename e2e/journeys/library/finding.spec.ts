import { expect, readySample, test } from '../support/fixtures.ts'
import { dress } from '../support/looks.ts'

test('videos are found by filters that stay in the address, and by words with a slip', async ({
  page,
  person,
}) => {
  const { id } = await readySample(person)
  await person.call('PUT', `/video/api/v1/contents/${id}`, {
    title: 'Harvest festival',
    tags: ['news'],
    playbackPolicy: 'signed',
    metadata: [{ key: 'season', value: '4', type: 'number' }],
  })
  await person.call('POST', '/video/api/v1/uploads', { fileName: 'match.mp4', fileSize: 1000 })
  await page.goto(person.videos)
  const festival = page.getByRole('row').filter({ hasText: 'Harvest festival' })
  const match = page.getByRole('row').filter({ hasText: 'match' })
  await expect(match).toBeVisible()

  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  await page.getByText('news', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  await expect(match).toHaveCount(0)
  await expect(festival).toBeVisible()
  await page.getByRole('button', { name: 'Length', exact: true }).first().click()
  await page.getByRole('option', { name: 'Under 1 minute' }).click()
  await page.getByRole('button', { name: 'Added', exact: true }).first().click()
  await page.getByRole('option', { name: 'In the last 24 hours' }).click()
  await expect(festival).toBeVisible()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  await page.getByText('Public', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No results found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No results found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(match).toBeVisible()

  await page.getByRole('button', { name: 'Metadata', exact: true }).click()
  await page.getByRole('option', { name: 'season' }).click()
  await expect(match).toHaveCount(0)
  await expect(festival).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(match).toBeVisible()

  await page.getByRole('searchbox').fill('harvets festval')
  await expect(
    page.getByText('No exact matches for “harvets festval”. Showing similar results.'),
  ).toBeVisible()
  await expect(festival).toBeVisible()
  await expect(match).toHaveCount(0)
})

test('a phone has one row of filters and one line of navigation, and Arabic cuts English names at their end', async ({
  page,
  person,
}) => {
  const title = 'The final match of the Deccan league, played under the lights in Hyderabad on Sunday'
  await readySample(person, { title })
  await dress(page, { language: 'ar', theme: 'light', width: 1440 })
  await page.goto(person.videos)
  const link = page.getByRole('link', { name: title })
  await expect(link).toHaveCSS('direction', 'ltr')
  expect(await link.evaluate((cut) => cut.scrollWidth > cut.clientWidth)).toBe(true)

  await dress(page, { language: 'en', theme: 'light', width: 390 })
  await page.goto(person.videos)
  const filter = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(filter('Status')).toBeVisible()
  const top = async (name: string) => (await filter(name).boundingBox())?.y
  expect(await top('Resolution')).toBe(await top('Status'))
  const lines = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((entries) => entries.map((entry) => entry.querySelector('span')?.getClientRects().length))
  expect(new Set(lines)).toEqual(new Set([1]))
  await expect(page.getByRole('link', { name: 'Assets', exact: true })).toBeVisible()
})
