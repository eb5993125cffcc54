// Slow: walks through all actions of streams and custom URLs.
import type { Page } from '@playwright/test'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { choose } from '../support/actions.ts'
import { address, expect, type Person, test } from '../support/fixtures.ts'

const base = '/video/api/v1/livestreams'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const act = (page: Page, name: string, action: string) =>
  choose(row(page, name).getByRole('button', { name: `Actions for ${name}` }), action)

test('a live stream is created, its key is shown and replaced, and it is stopped and started', async ({
  page,
  person,
}) => {
  await page.goto(person.videos)
  await page.getByRole('link', { name: 'Live stream' }).click()
  await expect(page.getByRole('heading', { name: 'Go live from any encoder' })).toBeVisible()
  await page.getByRole('button', { name: 'Create live stream' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Create live stream' })
  await submit.click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' Final')
  await submit.click()
  await expect(dialog.getByText('Entered value cannot start/end or have only white space')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Final')
  await dialog.getByRole('textbox', { name: 'Group' }).fill('Sport')
  await submit.click()

  await expect(page.getByRole('heading', { name: 'Final', level: 1 })).toBeVisible()
  await expect(page.getByText('Waiting for your encoder')).toBeVisible()
  await expect(page.getByText('Standard', { exact: true })).toBeVisible()
  await expect(page.getByText(/^rtmp:\/\/127\.0\.0\.1/).first()).toBeVisible()
  await expect(page.getByText(/^live_/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show stream key' }).click()
  const key = await page
    .getByText(/^live_/)
    .first()
    .textContent()
  await page.getByRole('radio', { name: 'SRT' }).click()
  await expect(page.getByText('SRT passphrase')).toBeVisible()
  await page.getByRole('button', { name: 'Setup guide for' }).click()
  await page.getByRole('option', { name: 'ffmpeg' }).click()
  await expect(page.getByRole('textbox', { name: 'ffmpeg' })).toHaveValue(
    new RegExp(`streamid=${key}&passphrase=`),
  )
  await page.getByRole('button', { name: 'Replace key' }).click()
  await expect(page.getByText('Encoders that use it are disconnected.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
  await expect(page.getByText('Stream key replaced')).toBeVisible()
  await page.getByRole('button', { name: 'Show stream key' }).click()
  await expect(page.getByText(/^live_/).first()).not.toHaveText(key ?? '')

  await page.getByRole('button', { name: 'Stop stream' }).click()
  await expect(page.getByText('Start the stream to accept an encoder.')).toBeVisible()
  await page.getByRole('button', { name: 'Start stream' }).click()
  await expect(page.getByText('Waiting for your encoder')).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grand final')
  await page.getByRole('button', { name: 'DVR window' }).click()
  await page.getByRole('option', { name: '30 min' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Grand final' })).toBeVisible()
  await expect(page.getByText('30 min').first()).toBeVisible()

  await page.getByRole('link', { name: 'Metadata' }).click()
  await page.getByRole('button', { name: 'Add a key' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('Venue')
  await page.getByRole('textbox', { name: 'Value' }).fill('Kochi')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Metadata saved')).toBeVisible()

  await test.step('a break is scheduled and canceled', async () => {
    await page.getByRole('link', { name: 'SCTE insertions' }).click()
    await expect(page.getByText('The live stream is not on air.')).toBeVisible()
    await page.getByRole('button', { name: 'Schedule a break' }).click()
    await page.getByRole('button', { name: 'Schedule break', exact: true }).click()
    await expect(page.getByText('Choose a start time')).toBeVisible()
    const tomorrow = new Date(Date.now() + 24 * 3_600_000)
    for (const [part, value] of [
      ['month', tomorrow.getMonth() + 1],
      ['day', tomorrow.getDate()],
      ['year', tomorrow.getFullYear()],
      ['hour', 9],
      ['minute', 30],
    ] as const)
      await page.getByRole('spinbutton', { name: new RegExp(`^${part}`) }).pressSequentially(String(value))
    await page.getByRole('button', { name: 'Schedule break', exact: true }).click()
    await expect(page.getByText('Break scheduled')).toBeVisible()
    await page.getByRole('button', { name: /^Cancel break: / }).click()
    await expect(page.getByText('This live stream has no breaks yet.')).toBeVisible()
  })
})

test('live streams are filtered, stopped after a confirmation, and deleted', async ({ page, person }) => {
  await person.call('POST', base, { name: 'Evening news', group: 'News', record: false })
  const { id } = await person.call('POST', base, { name: 'Final', group: 'Sport' })
  await page.goto(`${address}/${person.environmentId}/live-stream`)
  await expect(row(page, 'Final')).toContainText('Active')
  await page.getByRole('button', { name: 'Recording' }).click()
  await page.getByRole('option', { name: 'Off' }).click()
  await expect(row(page, 'Final')).toHaveCount(0)
  await expect(row(page, 'Evening news')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search live streams' }).fill('spor')
  await expect(row(page, 'Evening news')).toHaveCount(0)
  await expect(page).toHaveURL(/q=spor/)
  await page.getByRole('searchbox', { name: 'Search live streams' }).fill('chess')
  await expect(page.getByRole('heading', { name: 'No live stream matches “chess”' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await goLive(person, String(id))
  await page.reload()
  await expect(page.getByText('1 live now').first()).toBeVisible()
  await page.getByRole('radio', { name: /^Live/ }).click()
  await expect(row(page, 'Final')).toContainText('Live')
  await expect(row(page, 'Evening news')).toHaveCount(0)
  await act(page, 'Final', 'Stop stream')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop stream' }).click()
  await expect(page.getByText('“Final” stopped')).toBeVisible()
  await page.getByRole('radio', { name: /^All/ }).click()
  await act(page, 'Evening news', 'Disable stream')
  await expect(row(page, 'Evening news')).toContainText('Disabled')
  await act(page, 'Evening news', 'Delete stream')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete stream' }).click()
  await expect(row(page, 'Evening news')).toHaveCount(0)
  // A change by the API appears without a reload.
  await person.call('PUT', `${base}/${id}`, { name: 'Grand final' })
  await expect(row(page, 'Grand final')).toBeVisible()
})

test('custom URLs are created, duplicated, paused, edited and deleted', async ({ page, person }) => {
  const { id } = await person.call('POST', base, { name: 'Final' })
  await page.goto(`${address}/${person.environmentId}/live-stream/${id}/custom-urls`)
  await page.getByRole('button', { name: 'New custom URL' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tara')
  await dialog.getByRole('textbox', { name: 'Partner' }).fill('Telugu One')
  await dialog.getByRole('button', { name: 'Create custom URL' }).click()
  await expect(row(page, 'Tara')).toContainText('Active')
  await expect(page.getByRole('link', { name: 'Custom URLs 1' })).toBeVisible()

  await act(page, 'Tara', 'Duplicate')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Copy of Tara')
  await expect(dialog.getByRole('textbox', { name: 'Partner' })).toHaveValue('Telugu One')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dune')
  await dialog.getByRole('button', { name: 'Create custom URL' }).click()
  await act(page, 'Dune', 'Pause')
  await expect(row(page, 'Dune')).toContainText('Paused')
  await act(page, 'Dune', 'Edit')
  await dialog.getByRole('textbox', { name: 'Language' }).fill('Arabic')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Dune')).toContainText('Arabic')
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Paused' }).click()
  await expect(row(page, 'Tara')).toHaveCount(0)
  await act(page, 'Dune', 'Resume')
  await expect(page.getByRole('heading', { name: 'No custom URL matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await act(page, 'Dune', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete custom URL' }).click()
  await expect(row(page, 'Dune')).toHaveCount(0)
  await expect(row(page, 'Tara')).toBeVisible()
})

/** Sets a stream live, as if an encoder had been sending for a while. */
async function goLive({ environmentId }: Person, id: string): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await pool.sql(
    `UPDATE live_streams SET status = 'active', active_since = now() - interval '2 hours'
      WHERE id = $1 AND environment_id = $2`,
    [id, environmentId],
  )
  await pool.end()
}
