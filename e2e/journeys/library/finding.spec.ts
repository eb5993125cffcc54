import { expect, readySample, test } from '../support/fixtures.ts'

test('videos are found by filters that stay in the URL, and by misspelled words', async ({
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
