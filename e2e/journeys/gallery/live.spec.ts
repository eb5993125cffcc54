import { expect, test } from '../support/screens.ts'

test('a viewer sees live streams, but neither their keys nor actions', async ({ page, screens }) => {
  await screens.show('live/streams for a viewer')
  await page.getByRole('row', { name: 'Final' }).click()
  await expect(page.getByText('Your role cannot see the stream key.')).toBeVisible()
  for (const name of ['Stop stream', 'Edit', 'Show stream key', 'Replace key'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)

  await screens.show('live/custom URLs for a viewer')
  await expect(page.getByRole('heading', { name: 'No custom URLs yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New custom URL' })).toHaveCount(0)
})

test('a viewer sees the health and the clips, and cuts none', async ({ page, screens }) => {
  await screens.show('live/monitoring for a viewer')
  await expect(page.getByRole('heading', { name: 'No signal in the last hour' })).toBeVisible()
  await page.getByRole('link', { name: 'Video clips' }).click()
  await expect(page.getByText('No clips yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create clip' })).toHaveCount(0)
})
