import { expectAccessible } from './accessibility.ts'
import { expect, readySample, test } from './fixtures.ts'

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
  await page.getByRole('option', { name: 'Under a minute' }).click()
  await page.getByRole('button', { name: 'Added', exact: true }).first().click()
  await page.getByRole('option', { name: 'In the last 24 hours' }).click()
  await expect(festival).toBeVisible()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  await page.getByText('Public', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No video is like this')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No video is like this')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).last().click()
  await expect(match).toBeVisible()

  await page.getByRole('button', { name: 'Metadata', exact: true }).click()
  await page.getByRole('option', { name: 'season' }).click()
  await expect(match).toHaveCount(0)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save what is shown as').fill('Season <b>4</b>')
  await page.keyboard.press('Enter')
  const view = page.getByRole('button', { name: 'Season <b>4</b> Shown now', exact: true })
  await expect(view).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(match).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Views' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Season <b>4</b>', exact: true }).click()
  await expect(page).toHaveURL(/key=season/)
  await expect(match).toHaveCount(0)
  await page.getByRole('button', { name: 'Views' }).click()
  const field = page.getByLabel('Save what is shown as')
  for (const name of ['A', 'B']) {
    await field.fill(name)
    await page.keyboard.press('Enter')
  }
  const remove = (name: string) => page.getByRole('button', { name: `Remove the view “${name}”` })
  await remove('Season <b>4</b>').click()
  await expect(view).toHaveCount(0)
  await expect(remove('A')).toBeFocused()
  await remove('B').press('Enter')
  await expect(remove('A')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith('videos.views')) ?? ''
    const views = Array.from({ length: 50 }, (_, n) => ({ name: `View ${n}`, search: {} }))
    localStorage.setItem(key, JSON.stringify(views))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Views' }).click()
  await field.fill('One more')
  await expect(page.getByText('You have 50 views, and no more can be kept.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save view' })).toBeDisabled()
  await remove('View 7').click()
  await expect(page.getByRole('button', { name: 'Save view' })).toBeEnabled()
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox').fill('harvets festval')
  await expect(page.getByText('No video has “harvets festval”. These have words like it.')).toBeVisible()
  await expect(festival).toBeVisible()
  await expect(match).toHaveCount(0)
})
