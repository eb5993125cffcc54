import { contentWhen, uploadFile } from '../../../server/src/testing/client.ts'
import { personClip } from '../../../server/src/testing/portraits/people.ts'
import { address, clientOf, expect, newPerson, readySample, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

test('a short video becomes an upright one that plays', async ({ page }, info) => {
  const person = await newPerson()
  const client = clientOf(person)
  const clip = await personClip(info.outputPath('person.mp4'), 4, '160+70*t')
  const { id } = await uploadFile(client, clip, 'Interview.mp4')
  await contentWhen(client, id, ({ playable }) => playable)
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/portrait-pro`)
  await page.getByRole('button', { name: 'Create portrait' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create portrait' })
  await dialog.getByLabel('Name').fill('Upright interview')
  await dialog.getByRole('combobox', { name: 'Video' }).click()
  await page.getByRole('option', { name: 'Interview' }).click()
  await dialog.getByRole('button', { name: 'Create portrait' }).click()
  await expect(page.getByRole('heading', { name: 'Upright interview' })).toBeVisible()
  const result = page.locator('section', { has: page.getByRole('heading', { name: 'Result' }) })
  await expect(result.locator('video')).toBeVisible()
  await result.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true
    return video.play()
  })
  await expect
    .poll(() => result.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
  const sizes = await result
    .locator('video')
    .evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight])
  expect((sizes[0] ?? 0) / (sizes[1] ?? 1)).toBeCloseTo(9 / 16, 1)
  const frame = page.getByRole('slider', { name: 'Frame of the result' })
  const before = Number(await frame.getAttribute('aria-valuenow'))
  await frame.press('Shift+ArrowRight')
  await expect(frame).toHaveAttribute('aria-valuenow', String(before + 5))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(frame).toHaveAttribute('aria-valuenow', String(before))

  await client.call('deleteContent', { params: { id } })
  const original = page.getByRole('region', { name: 'Original' })
  await expect(original.getByText('In the trash')).toBeVisible()
})

testScreens('portraits', async () => {
  const person = await newPerson()
  const client = clientOf(person)
  const { id: contentId } = await readySample(person)
  const portrait = await client.call('createPortrait', {
    body: { name: 'Upright sample', shape: '9:16', contentId },
  })
  await expect
    .poll(async () => (await client.call('getPortrait', { params: { id: portrait.id } })).status)
    .toBe('ready')
  const base = `${address}/${person.environmentId}/portrait-pro`
  return [
    { person, address: base },
    { person, address: `${base}/${portrait.id}` },
  ]
})
