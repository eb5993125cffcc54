// Slow: publishes in real time.
import { expectAccessible } from '../support/accessibility.ts'
import { choose, openBy, toggle } from '../support/actions.ts'
import { expectStatus, publish, stop } from '../support/encoder.ts'
import { address, clientOf, expect, newPerson, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

const base = '/video/api/v1/livestreams'

test('live streams are watched on a wall, whose layout colleagues find', async ({
  page,
  person,
  browser,
}) => {
  const { id } = await person.call('POST', base, { name: 'Gulf Sport', reconnectWindowS: 0 })
  await person.call('POST', base, { name: 'Backup line' })
  await page.goto(`${address}/${person.environmentId}/monitoring`)
  await expect(page.getByRole('heading', { name: 'Nothing is on air' })).toBeVisible()

  const encoder = await publish(person, String(id))
  await expectStatus(person, String(id), 'active')
  const tile = page.getByRole('button', { name: '1 Gulf Sport' })
  const pictures = async () => Number(await tile.locator('canvas').first().getAttribute('data-pictures'))
  await test.step('its pictures move, and its levels are known', async () => {
    await expect(tile).toBeVisible()
    await expect.poll(pictures).toBeGreaterThan(40)
    await expect(tile).toContainText(/-2\d dB/)
    await expectAccessible(page)
  })

  await test.step('its audio plays after Enter, and ends with Escape', async () => {
    await tile.focus()
    await page.keyboard.press('Enter')
    await expect(tile).toHaveAttribute('aria-pressed', 'true')
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0.5)
    expect(await video.evaluate((each: HTMLVideoElement) => each.muted)).toBe(false)
    await page.keyboard.press('Escape')
    await expect(video).toHaveCount(0)
  })

  await test.step('a layout is saved, and found by others', async () => {
    await openBy(page.getByRole('button', { name: 'Arrange' }), page.getByRole('dialog'))
    await toggle(page.getByRole('checkbox', { name: 'Backup line' }))
    await page.getByRole('button', { name: 'Show tiles' }).click()
    await choose(page.getByRole('button', { name: 'Grid' }), '3×3', { role: 'menuitemradio' })
    await expect(page.getByRole('button', { name: '2 Backup line Offline' })).toBeVisible()
    const layouts = page.getByRole('dialog', { name: 'Layout' })
    await openBy(page.getByRole('button', { name: 'Layout: Not saved' }), layouts)
    await layouts.getByLabel('Name of the layout').fill('Master control')
    await layouts.getByRole('button', { name: 'Save layout' }).click()
    const colleague = await browser.newPage()
    await signIn(colleague, person)
    await colleague.goto(`${address}/${person.environmentId}/monitoring`)
    const theirs = colleague.getByRole('dialog', { name: 'Layout' })
    await openBy(colleague.getByRole('button', { name: 'Layout: On air now' }), theirs)
    await theirs.getByRole('button', { name: 'Master control' }).first().click()
    await expect(colleague.getByRole('button', { name: '2 Backup line Offline' })).toBeVisible()
    await expect(colleague.getByRole('button', { name: 'Grid: 3×3' })).toBeVisible()
    await colleague.close()
  })

  await test.step('a stream that ends raises an alarm', async () => {
    await stop(encoder)
    await expect(tile).toContainText('Offline')
    const strip = page.getByRole('status').filter({ hasText: 'Acknowledge' })
    await expect(strip).toContainText('and 1 more')
    await page.keyboard.press('a')
    await expect(strip).toContainText('Gulf Sport')
  })
})

testScreens('monitoring', async () => {
  const person = await newPerson()
  const owner = clientOf(person)
  const { id } = await owner.call('createLivestream', { body: { name: 'Gulf Sport' } })
  await owner.call('createWallLayout', {
    body: { name: 'Master control', grid: 2, tiles: [`livestream:${id}`, null] },
  })
  const { items } = await owner.call('listWallLayouts', {})
  return [{ person, address: `${address}/${person.environmentId}/monitoring?layout=${items[0]?.id}` }]
})
