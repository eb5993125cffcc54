// Slow: plays a live stream in real time.

import type { Page } from '@playwright/test'
import { sendViewEvents, viewEventOf } from '../../../server/src/testing/analytics/view-event.ts'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { openBy, toggle } from '../support/actions.ts'
import {
  address,
  expect,
  expectPlaying,
  joinAs,
  newPerson,
  type Person,
  readySample,
  signIn,
  test,
} from '../support/fixtures.ts'

/** All views play the first two seconds, a quarter of them the rest. A third plays a second again. */
async function watch(playbackId: string): Promise<void> {
  const now = Date.now()
  const events = Array.from({ length: 40 }, (_, n) =>
    viewEventOf(playbackId, {
      at: now - (n % 20) * 60_000,
      elapsedMs: 20_000,
      startupMs: 300 + 10 * n,
      watchMs: 8000,
      partner: n % 4 === 0 ? 'Tara' : 'Dune',
      type: n === 7 ? 'error' : 'end',
      seq: 1,
      errorCode: n === 7 ? 'network' : null,
      played: [[0, n % 4 === 0 ? 10 : 2], ...(n % 3 === 0 ? ([[1, 2]] as [number, number][]) : [])],
    }),
  )
  await sendViewEvents(address, events)
}

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

test('a video has a heat map, retention by cohort, and a comparison with another video', async ({ page }) => {
  const person = await newPerson()
  const { id, playbackId } = await readySample(person)
  const other = await readySample(person, { title: 'Coastal final' })
  await watch(playbackId)
  await watch(other.playbackId)
  await signIn(page, person)
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route(/\/assets\/player-[^/]*\.js/, (route) => pressed.then(() => route.continue()))
  await page.goto(`${person.videos}/${id}/analytics?range=last-hour`)

  // A press on a moment plays it; keys do the same.
  const heat = page.getByRole('slider', { name: /^Heat map/ })
  await heat.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(heat).toHaveAttribute('aria-valuetext', '0:01, Played 54 times, 40 views')
  await page.keyboard.press('End')
  await expect(heat).toHaveAttribute('aria-valuetext', '0:09, Played 10 times, 10 views')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  // The heat map is shown while the player still loads, which then plays from there.
  press()
  await expectPlaying(page)
  const seconds = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  const box = await heat.boundingBox()
  await heat.click({ position: { x: (box?.width ?? 0) * 0.85, y: 20 } })
  await expect.poll(seconds).toBeGreaterThanOrEqual(8)
  await page.getByRole('figure').getByRole('button', { name: 'Show as table' }).first().click()
  await expect(row(page, /^0:01 54 40$/)).toBeVisible()
  const left = page.getByRole('region', { name: 'Drop-offs' })
  await expect(left.getByText('75% of views stopped')).toBeVisible()
  await left.getByRole('button', { name: 'Play from 0:00' }).click()
  await expect.poll(seconds).toBeLessThan(8)
  await expect(
    page.getByRole('region', { name: 'Most replayed' }).getByText('Replayed in 35% of views'),
  ).toBeVisible()

  const retention = page.getByRole('region', { name: 'Audience retention' })
  await retention.getByRole('button', { name: 'Split by' }).click()
  await page.getByRole('option', { name: 'By: Partner' }).click()
  await expect(page).toHaveURL(/split=partner/)
  await expect(row(page, /^Dune 30 20%$/)).toBeVisible()
  await expect(row(page, /^Tara 10 100%$/)).toBeVisible()
  await expect(row(page, /^All viewers 40 40%$/)).toBeVisible()

  await page.getByRole('link', { name: 'Compare with other videos' }).click()
  await page.getByRole('combobox', { name: 'Add a video' }).fill('Coastal')
  await page.getByRole('option', { name: /Coastal final/ }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await expect(row(page, /^Completion 40% 40%$/)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Remove Coastal final' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(1)
  await page.getByRole('button', { name: 'All videos' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(page).toHaveURL(/sort=views/)
  await toggle(page.getByRole('checkbox', { name: /Coastal final/ }))
  await expect(page.getByText('2 of 5 videos selected')).toBeVisible()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('link', { name: 'Coastal final' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coastal final' })).toBeVisible()
})

test('playback quality of a video is shown down to a single view', async ({ page }) => {
  const person = await newPerson()
  const { id, playbackId } = await readySample(person)
  await watch(playbackId)
  await signIn(page, person)
  await page.goto(`${person.videos}/${id}/monitoring?range=last-hour`)
  const startups = page.getByRole('region', { name: 'Startup times' })
  await expect(startups.getByText(/^50% within 0\.(49|5) secs/)).toBeVisible()
  await startups.getByRole('button', { name: 'Show as table' }).click()
  await expect(startups.getByRole('row', { name: /^0\.3 secs to 0\.35 secs 5$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Playback failures 2.5%/ }).click()
  await expect(page).toHaveURL(/metric=playback-failures/)

  const drawer = page.getByRole('complementary')
  await openBy(page.getByRole('region', { name: 'Errors' }).getByRole('button'), drawer)
  await expect(drawer.getByRole('listitem')).toHaveCount(1)
  await drawer.getByRole('button', { name: 'Close' }).click()
  const worst = page.getByRole('region', { name: 'Lowest-scoring views' })
  await expect(worst.getByRole('row').nth(1)).toContainText('Network error')
  await worst.getByRole('row').nth(1).getByRole('button').click()
  await expect(drawer.getByText('Samsung SM-S918B')).toBeVisible()
  await page.reload()
  await expect(drawer.getByText('Samsung SM-S918B')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Open in Analytics' }).click()
  await expect(page).toHaveURL(/tab=performance/)
  await expect(page.getByRole('region', { name: 'Startup times' }).getByText(/^50% within/)).toBeVisible()
})

test('a live stream shows its viewers and their playback quality', async ({ browser, page }) => {
  const person = await newPerson()
  const { id, playbackId } = await person.call('POST', '/video/api/v1/livestreams', { name: 'Coastal final' })
  const stream = `${address}/${person.environmentId}/live-stream/${id}`
  await signIn(page, person)
  await page.goto(stream)
  await page.getByRole('link', { name: 'Advanced monitoring' }).click()
  await page.getByRole('radio', { name: 'Viewers' }).click()
  await expect(page).toHaveURL(/part=viewers/)
  await expect(page.getByRole('heading', { name: 'No views in this time range' })).toBeVisible()

  const now = Date.now()
  const failed = { type: 'error', seq: 1, errorCode: 'network', startupMs: null } as const
  const events = Array.from({ length: 10 }, (_, n) =>
    viewEventOf(String(playbackId), {
      at: now,
      elapsedMs: 20_000,
      startupMs: 500,
      watchMs: 20_000,
      playedMs: 19_000,
      rebufferMs: 1000,
      rebuffers: 1,
      kbit: 19 * 2000,
      mediaAt: now - 4000,
      type: 'heartbeat',
      ...(n === 0 && failed),
    }),
  )
  await sendViewEvents(address, events)
  await expect(page.getByText('Watching now')).toContainText('9')
  await expect(page.getByRole('button', { name: /^Rebuffering 5%/ })).toBeVisible()
  await page.getByRole('button', { name: /^Playback failures 10%/ }).click()
  await expect(page).toHaveURL(/metric=playback-failures/)
  await expect(page.getByRole('button', { name: /^Average bitrate 2 Mb.s/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Live latency/ })).not.toContainText('—')
  await expect(page.getByRole('region', { name: 'Device types' }).getByRole('listitem')).toHaveText(/^Phone/)
  await expect(
    page.getByRole('region', { name: 'Delivery' }).getByText('Data delivered').first(),
  ).toBeVisible()

  await page.getByRole('region', { name: 'Errors' }).getByRole('button').click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('listitem')).toHaveCount(1)
  await drawer.getByRole('listitem').getByRole('button').click()
  await expect(drawer.getByText('Samsung SM-S918B')).toBeVisible()
  await page.reload()
  await expect(drawer.getByText('Samsung SM-S918B')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Time range' }).click()
  await expect(page.getByRole('option', { name: 'This session' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Yesterday' }).click()
  await expect(page).toHaveURL(/range=yesterday/)
  await expect(page.getByRole('heading', { name: 'No views in this time range' })).toBeVisible()
  await goOnAir(person, String(id))
  await page.goto(`${stream}/monitoring?part=viewers`)
  await expect(page.getByRole('button', { name: 'Time range' })).toContainText('This session')
  await expect(page.getByRole('button', { name: /^Playback failures 10%/ })).toBeVisible()
  await page.getByRole('link', { name: 'Open in Analytics' }).click()
  await expect(page).toHaveURL(/range=custom/)
  await expect(page.getByRole('button', { name: /^Playback failures 10%/ })).toBeVisible()

  const roles = `/services/api/v1/organizations/${person.organizationId}/roles`
  const permissions = { Livestreams: { Livestream: { read: true } } }
  const role = await person.call('POST', roles, {
    name: 'Encoders',
    permissions: JSON.stringify(permissions),
  })
  const outsider = await joinAs(person, String(role.id))
  const other = await (await browser.newContext()).newPage()
  await signIn(other, outsider)
  await other.goto(`${stream}/monitoring?part=viewers`)
  await expect(other.getByText('You don’t have access to Advanced video analytics')).toBeVisible()
  await other.context().close()
})

/** Puts a stream on air, with half an hour of session so far. */
async function goOnAir({ environmentId }: Person, id: string): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await pool.sql(
    `UPDATE live_streams SET status = 'active', active_since = now() - interval '30 minutes'
      WHERE id = $1 AND environment_id = $2`,
    [id, environmentId],
  )
  await pool.end()
}
