// Slow: an ad is encoded, and two people work in turn.
import { createReadStream } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { choose, toggle } from '../support/actions.ts'
import { address, expect, newAddress, password, readyClip, test } from '../support/fixtures.ts'
import { emailTo, linkIn } from '../support/mailbox.ts'

let files: Server
test.afterEach(() => files?.close())

/** Starts the web server of an advertiser. */
async function serveFile(path: string): Promise<string> {
  files = createServer((_request, response) => {
    response.setHeader('content-type', 'video/mp4')
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(files.address() as AddressInfo).port}/soap.mp4`
}

/** Fetches all segments of the first rendition like a player. */
async function watch(finalUrl: string): Promise<void> {
  const urisOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const [uri = ''] = urisOf(await (await fetch(finalUrl)).text())
  const playlist = new URL(uri, finalUrl)
  for (const segment of urisOf(await (await fetch(playlist)).text()))
    await (await fetch(new URL(segment, playlist))).arrayBuffer()
}

test('an advertiser joins, submits a campaign, and sees its delivery report', async ({
  page,
  person,
  browser,
  folder,
}) => {
  const mediaUrl = await serveFile(
    await makeClip(join(folder, 'ad.mp4'), ...pattern(2, '320x240', 30), ...h264, '-c:a', 'aac'),
  )
  const { id: streamId } = await readyClip(person, { title: 'Harvest festival' })
  const channel = await person.call('POST', '/video/api/v1/ssai', {
    name: 'Evening',
    streamId,
    preroll: true,
  })

  const email = newAddress()
  await page.goto(`${person.settings}/advertisers`)
  await page.getByRole('button', { name: 'New advertiser' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Soap & Co')
  await dialog.getByLabel('Contact email').fill(email)
  await dialog.getByRole('button', { name: 'Add advertiser' }).click()
  await expect(dialog.getByLabel('Contact email')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  // Without email delivery, the link is also shown.
  await toggle(dialog.getByRole('checkbox', { name: 'I have stored it safely' }))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Soap & Co' })).toContainText('Enabled')

  const guest = await browser.newContext()
  const theirs = await guest.newPage()
  await theirs.goto(address + linkIn(await emailTo(email)))
  await joinOrganization(theirs)
  await expect(theirs).toHaveURL(/\/campaigns/)
  const menu = theirs.getByRole('navigation').first()
  await expect(menu.getByRole('link', { name: 'Campaigns' })).toBeVisible()
  for (const other of [
    'Videos',
    'Live streams',
    'Ad insertion',
    'Video analytics',
    'Settings',
    'Environments',
  ])
    await expect(menu.getByRole('link', { name: other, exact: true })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'New campaign' }).click()
  const form = theirs.getByRole('dialog')
  await form.getByLabel('Name').fill('Monsoon')
  await expect(form.getByText('CPM', { exact: false })).toHaveCount(0)
  await form.getByRole('button', { name: 'Create campaign' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Monsoon' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Add creative' }).click()
  await form.getByLabel('Name').fill('Bubbles')
  await form.getByLabel('URL of the MP4 file').fill(mediaUrl)
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(theirs.getByRole('row').filter({ hasText: 'Bubbles' })).toContainText('Waiting for review')

  await page.getByRole('link', { name: 'Creatives to review' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(dialog.getByLabel('Preview of Bubbles')).toBeVisible()
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Nothing to review')).toBeVisible()

  await page.goto(`${address}/${person.environmentId}/campaigns`)
  await page.getByRole('link', { name: 'Monsoon' }).click()
  await choose(page.getByRole('button', { name: 'Actions for Monsoon' }), 'Edit')
  await dialog.getByLabel('CPM').fill('2.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await expect(async () => {
    const tried = await person.call('POST', `/video/api/v1/ssai/${channel.id}/try`, {})
    expect(JSON.stringify(tried)).toContain('"skipped":null')
  }).toPass()
  await watch(String(channel.finalUrl))
  await theirs.reload()
  await theirs.getByRole('link', { name: 'Report' }).click()
  const total = theirs.getByRole('row').filter({ hasText: 'Total' })
  await expect(total).toContainText('1')
  await expect(total).toContainText('0.0025')
  const [download] = await Promise.all([
    theirs.waitForEvent('download'),
    theirs.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Monsoon-.*\.csv$/)
  await guest.close()
})

/** Accepts an invitation with a new account. */
async function joinOrganization(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Lakshmi')
  await page.getByLabel('Last name').fill('Prasad')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^(Join|Create)/ }).click()
}
