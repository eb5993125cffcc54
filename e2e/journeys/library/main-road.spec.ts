// Slow: an upload and the sample in five sizes are encoded.
import { join } from 'node:path'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { address, expect, expectPlaying, storedToken, test } from '../support/fixtures.ts'

test('a newcomer signs up, uploads a file and watches it', async ({ page, folder }) => {
  const clip = await makeClip(
    join(folder, 'Opening match.mp4'),
    ...pattern(8, '640x360'),
    ...h264,
    '-c:a',
    'aac',
  )
  await page.goto(address)
  await expect(page).toHaveURL(/\/signin/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill('Lakshmi')
  await page.getByLabel('Last name').fill('Prasad')
  await page.getByLabel('Work email').fill(`newcomer-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/welcome/)
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Gulf Bureau')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Upload a video, play it anywhere' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(clip)

  const row = page.getByRole('row').filter({ hasText: 'Opening match' })
  await expect(row).toContainText('Ready')
  await row.getByRole('link', { name: 'Opening match' }).first().click()
  await expect(page.getByRole('heading', { name: 'Opening match' })).toBeVisible()
  await page.locator('media-play-button').click()
  await expectPlaying(page)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Opening match' })).toBeVisible()
  await expect(page).toHaveTitle(/Opening match/)
})

test('a new user without a file tries the sample, and plays it on the embed page', async ({
  page,
  person,
  context,
}) => {
  await page.goto(person.videos)
  await page.getByRole('button', { name: /Try a sample/ }).click()
  await expect(page.getByRole('heading', { name: 'Sample video' })).toBeVisible()
  await expect(page.getByText('5 of 5 ready')).toBeVisible()
  const { items } = await person.call('GET', '/video/api/v1/contents/paginated')
  const [content] = items as { urls: { embed: string } }[]
  const viewer = await context.newPage()
  await viewer.goto(content?.urls.embed ?? '')
  await viewer.locator('media-play-button').click()
  await expectPlaying(viewer)

  const time = () =>
    viewer.evaluate(
      () => document.querySelector('main > div')?.shadowRoot?.querySelector('video')?.currentTime,
    )
  await viewer.goto(`${content?.urls.embed}?t=0m5s`)
  await expect.poll(time).toBe(5)
  await viewer.goto(`${content?.urls.embed}?t=1h`)
  await expect.poll(time).toBeCloseTo(9.5, 1)
})

test('an expired session leads to sign-in and back to the same page', async ({ page, person }) => {
  await page.goto(`${address}/${person.environmentId}/environments`)
  await expect(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
  await person.call('POST', '/services/api/v1/users/sign-out')
  await page.reload()
  await expect(page).toHaveURL(/\/signin\?back=/)
  expect(await page.evaluate(() => localStorage.getItem('kinora.session.token'))).toBeNull()
})

test('the environment of another organization is not found, without a sign-out', async ({ page, person }) => {
  await page.goto(`${address}/0199a000-0000-7000-8000-000000000000/videos`)
  await expect(
    page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('heading', { level: 2 }))
      .first(),
  ).toBeVisible()
  expect(await storedToken(page)).toBe(person.token)
})
