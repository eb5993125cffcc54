import { choose } from '../support/actions.ts'
import { address, expect, password, publishSubtitles, readyClip, test } from '../support/fixtures.ts'

test('addresses without an environment lead to the one that was used last, also after signing in again', async ({
  page,
  person,
}) => {
  await page.goto(`${address}/settings`)
  await expect(page).toHaveURL(`${address}/${person.environmentId}/settings/organization`)

  const made = await person.call('POST', '/services/api/v1/environments', {
    organizationId: person.organizationId,
    name: 'Staging',
    type: 'staging',
  })
  const staging = `${address}/${made.id}`
  await page.goto(`${staging}/videos`)
  await expect(page.getByRole('heading', { name: 'Videos', exact: true })).toBeVisible()
  for (const path of [
    'videos?q=match',
    'dam',
    'live-stream',
    'portrait-pro',
    'live-recording',
    'v-connect',
    'ad_insertion',
    'cdn_analytics?tab=viewership',
    'Adv_analytics',
    'alerts',
    'infraMonitor',
    'embedded_reports',
    'events-logs',
    'settings/webhooks',
    'videos/import',
  ]) {
    await page.goto(`${address}/${path}`)
    await expect(page).toHaveURL(`${staging}/${path}`)
  }
  for (const path of ['elections/map']) {
    await page.goto(`${address}/${path}`)
    await expect(page).toHaveURL(`${staging}/${path}`)
    await expect(page.getByText('Page not found')).toBeVisible()
  }
  for (const path of ['ad-insertion', 'portrait']) {
    await page.goto(`${address}/${path}`)
    await expect(page.getByText('Page not found')).toBeVisible()
    await expect(page).toHaveURL(`${address}/${path}`)
  }

  await page.goto(`${staging}/videos`)
  await choose(page.getByRole('button', { name: /Ananya Rao Iyer/ }), 'Log out')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Work email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${staging}/videos`)

  await page.evaluate(() =>
    localStorage.removeItem(Object.keys(localStorage).find((key) => key.endsWith('.environment')) ?? ''),
  )
  await page.goto(`${address}/videos`)
  await expect(page).toHaveURL(`${address}/${person.environmentId}/environments`)
})

test('a start time in the address holds in every part with a player', async ({ page, person }) => {
  const { id } = await readyClip(person)
  await publishSubtitles(person, id, { name: 'Telugu', languageCode: 'te' }, 'word', 6)
  for (const part of ['', '/clips', '/thumbnails', '/subtitles']) {
    await page.goto(`${person.videos}/${id}${part}?t=3`)
    const video = page.locator('video').first()
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), part)
      .toBeCloseTo(3, 0)
  }
})
