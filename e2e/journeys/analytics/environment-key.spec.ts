import { address, expect, readySample, test } from '../support/fixtures.ts'

test('the player reports the key that the console shows for its environment', async ({ page, person }) => {
  const { playbackId } = await readySample(person)
  await page.goto(`${address}/${person.environmentId}/environments`)
  const part = page.locator('section', { hasText: 'Key of' })
  const key = (await part.getByText(/^[0-9a-f]{32}$/).textContent()) ?? ''
  await expect(part.getByRole('textbox')).toHaveValue(new RegExp(`"envKey": "${key}"`))
  const reported = new Promise<unknown>((resolve) => {
    void page.route('**/beacon/v1/views', async (route) => {
      resolve(route.request().postDataJSON())
      await route.continue()
    })
  })
  await page.goto(`${address}/embed/${playbackId}?autoplay=1`)
  expect(await reported).toMatchObject({ envKey: key, events: [{ type: 'start' }] })
})
