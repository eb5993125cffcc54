import { expectAccessible } from '../support/accessibility.ts'
import { address, expect, newPerson, readySample, test } from '../support/fixtures.ts'

test('the page with the player alone is accessible', async ({ page }) => {
  const { playbackId } = await readySample(await newPerson())
  await page.goto(`${address}/embed/${playbackId}`)
  await expect(page.locator('media-play-button')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample video')
  await expectAccessible(page)
})
