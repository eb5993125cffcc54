// Slow: publishes in real time.
import type { Locator, Page } from '@playwright/test'
import { recordedVideo } from '../../../server/src/testing/livestreams.ts'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { choose } from '../support/actions.ts'
import { expectStatus, publish, stop } from '../support/encoder.ts'
import { address, clientOf, expect, type Person, readyClip, test } from '../support/fixtures.ts'

const base = '/video/api/v1/livestreams'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const act = (page: Page, name: string, action: string) =>
  choose(row(page, name).getByRole('button', { name: /^Actions for/ }), action)

test('a session is recorded, and its recording is opened and kept as a video', async ({ page, person }) => {
  await page.goto(person.videos)
  await page.getByRole('link', { name: 'Live recording' }).click()
  await expect(page.getByRole('heading', { name: 'Watch live streams again' })).toBeVisible()
  const { id } = await person.call('POST', base, { name: 'Coastal final', reconnectWindowS: 0 })
  const encoder = await publish(person, String(id))
  await expectStatus(person, String(id), 'active')
  await expect(row(page, 'Coastal final')).toContainText('Live')
  await row(page, 'Coastal final').hover()
  await row(page, 'Coastal final')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Keep as video' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await stop(encoder)
  await expectStatus(person, String(id), 'idle')
  await expect(row(page, 'Coastal final')).toContainText('Ended')
  await expect(row(page, 'Coastal final').locator('time')).toHaveCount(2)
  await row(page, 'Coastal final').click()
  await expect(page.getByText(/^This live recording is deleted in/)).toBeVisible()
  await expect(page.locator('video').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Audio tracks' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  for (const name of ['Re-encode', 'Replace file'])
    await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Live recordings' }).click()

  await act(page, 'Coastal final', 'Keep as video')
  await expect(page.getByText(/is now a video and does not expire$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Watch live streams again' })).toBeVisible()
  await page.goto(person.videos)
  await row(page, 'Coastal final').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coastal final' })).toBeVisible()
  await expect(page.getByText(/^This live recording is deleted in/)).toHaveCount(0)
})

test('a recording is planned for a stream, opened and deleted', async ({ page, person }) => {
  await person.call('POST', base, { name: 'Gate camera' })
  await page.goto(`${address}/${person.environmentId}/live-stream`)
  await act(page, 'Gate camera', 'Plan a recording')
  const dialog = page.getByRole('dialog', { name: 'Plan a recording' })
  await dialog.getByRole('button', { name: 'Plan recording' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(3)
  await dialog.getByLabel('Name').fill('Final')
  await expect(dialog.getByRole('combobox', { name: 'Live stream' })).toHaveValue('Gate camera')
  await type(dialog.getByRole('group', { name: 'From' }), 18)
  await type(dialog.getByRole('group', { name: 'To' }), 17)
  await dialog.getByRole('button', { name: 'Plan recording' }).click()
  await expect(dialog.getByText(/^A recording must end in the future/)).toBeVisible()
  await type(dialog.getByRole('group', { name: 'To' }), 19)
  await dialog.getByRole('button', { name: 'Plan recording' }).click()
  await row(page, 'Final').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Final' })).toBeVisible()
  await choose(page.getByRole('button', { name: 'Actions for Final' }), 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No planned recordings yet' })).toBeVisible()
})

/** Types an hour of tomorrow into a date field. */
async function type(field: Locator, hour: number): Promise<void> {
  const day = new Date(Date.now() + 86_400_000)
  const parts = {
    day: day.getUTCDate(),
    month: day.getUTCMonth() + 1,
    year: day.getUTCFullYear(),
    hour,
    minute: 0,
  }
  for (const [part, value] of Object.entries(parts))
    await field
      .getByRole('spinbutton', { name: new RegExp(`^${part}`) })
      .pressSequentially(String(value).padStart(2, '0'))
}

test('recordings are searched, and one is deleted and restored', async ({ page, person }) => {
  await record(person, 'Coastal final')
  await record(person, 'Evening debate')
  await page.goto(`${address}/${person.environmentId}/live-recording`)
  await expect(row(page, 'Evening debate')).toContainText('Ended')
  await page.getByRole('searchbox', { name: 'Search recordings' }).fill('coast')
  await expect(row(page, 'Evening debate')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search recordings' }).fill('chess')
  await expect(page.getByRole('heading', { name: 'No recording matches “chess”' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await act(page, 'Coastal final', 'Delete recording')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect(row(page, 'Coastal final')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Coastal final')).toBeVisible()
})

/** Creates a recording that has ended. */
async function record(person: Person, title: string): Promise<void> {
  const { id } = await readyClip(person, { title })
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await recordedVideo({ owner: clientOf(person), sql: pool.sql }, id)
  await pool.end()
}
