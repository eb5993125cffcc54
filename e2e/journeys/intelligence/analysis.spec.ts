import { address, expect, newPerson, readySample, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

test('a video is analyzed by one press, and a scene plays from its start', async ({ page }) => {
  const person = await newPerson()
  const { id } = await readySample(person)
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/videos/${id}/ai-analysis`)
  await page.getByRole('button', { name: 'Analyze' }).click()
  const dialog = page.getByRole('dialog', { name: 'Analysis' })
  await dialog.getByRole('button', { name: 'Analyze' }).click()
  await expect(page.getByRole('button', { name: 'Scene 1, from 0:00' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Analyze again' })).toBeEnabled()
  await page.reload()
  await page.getByRole('button', { name: 'Scene 1, from 0:00' }).click()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
})

testScreens('the analysis of a video', async () => {
  const person = await newPerson()
  const { id } = await readySample(person)
  return [{ person, address: `${address}/${person.environmentId}/videos/${id}/ai-analysis` }]
})
