import { expectAccessible } from '../support/accessibility.ts'
import { openBy } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('a wall shows what is on air, with faults that can be acknowledged', async ({ page, screens }) => {
  await screens.show('monitoring/on air')
  const tiles = page.getByRole('list', { name: 'Tiles' }).getByRole('button')
  await expect(tiles).toHaveCount(6)
  await expect(tiles.nth(0)).toHaveAccessibleName('1 Gulf Sport 1 Live')
  await expect(tiles.nth(1)).toHaveAccessibleName('2 قناة النور No audio')
  await expect(tiles.nth(3)).toHaveAccessibleName('4 Temple town cam Slate is shown')
  await expect(tiles.nth(4)).toHaveAccessibleName('5 Road watch, NH 65 Low bitrate')
  await expect(tiles.nth(5)).toHaveAccessibleName('6 Backup line Encoder disconnected')
  await expect(tiles.nth(0).locator('canvas').first()).toHaveAttribute('data-pictures', '1')
  await expect(tiles.nth(2)).toContainText('2.1 Mb/s')
  const strip = page.getByRole('status').filter({ hasText: 'Acknowledge' })
  await expect(strip).toContainText('and 3 more')
  await page.keyboard.press('a')
  await expect(strip).toContainText('and 2 more')
  await expectAccessible(page)
})

test('inputs of V-Connect have their faults, or say why they have no pictures', async ({ page, screens }) => {
  await screens.show('monitoring/inputs of V-Connect')
  const tiles = page.getByRole('list', { name: 'Tiles' }).getByRole('button')
  await expect(tiles).toHaveCount(6)
  for (const [n, name] of [
    '1 Stadium feed Live',
    '2 Truck 2 Faults in the transport stream',
    '3 Satellite Live 12.1 Mb/s Browsers cannot show HEVC.',
    '4 Return line Live 5 Mb/s The video is encrypted.',
    '5 Camera 4 No data',
    '6 Airport Stream lost',
  ].entries())
    await expect(tiles.nth(n)).toHaveAccessibleName(name)
  await expect(tiles.nth(0).locator('canvas').first()).toHaveAttribute('data-pictures', '1')
  await expect(tiles.nth(0)).toContainText('18.4 Mb/s')
  await expectAccessible(page)
  const dialog = page.getByRole('dialog', { name: 'Arrange tiles' })
  await openBy(page.getByRole('button', { name: 'Arrange' }), dialog)
  await expect(dialog.getByText('V-Connect · No data')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Open Camera 4' })).toHaveAttribute('href', /\/v-connect\//)
})

test('a wall connects again by itself when the server is back', async ({ page, screens }) => {
  await screens.show('monitoring/a server that restarts')
  const tiles = page.getByRole('list', { name: 'Tiles' }).getByRole('button')
  await expect(tiles.nth(0)).toHaveAccessibleName('1 Gulf Sport 1 Live')
  const first = tiles.nth(0).locator('canvas').first()
  await expect(first).toHaveAttribute('data-pictures', '1')
  await screens.answer()
  const note = page.getByText('The connection was lost')
  await expect(note).toBeVisible()
  await expect(note).toBeHidden()
  await expect(page.getByText('The tiles cannot be shown')).toBeHidden()
  await expect(first).toHaveAttribute('data-pictures', '2')
})

test('arrow keys move between tiles, and back in the other direction of Arabic', async ({
  page,
  screens,
}) => {
  await screens.show('monitoring/on air')
  const tiles = page.locator('[data-tile]')
  await expect(tiles.nth(0)).toHaveAccessibleName('1 Gulf Sport 1 Live')
  await tiles.nth(0).focus()
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['ArrowDown', 4],
    ['ArrowLeft', 3],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tiles.nth(at)).toBeFocused()
  }
  await screens.show('monitoring/on air', 'ar')
  await tiles.nth(0).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tiles.nth(1)).toBeFocused()
})

test('a layout has pages that follow each other, and names what differs from it', async ({
  page,
  screens,
}) => {
  await screens.show('monitoring/a layout')
  await expect(page.getByRole('button', { name: 'Layout: Master control' })).toBeVisible()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByText('Empty', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pause rotation' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.locator('[data-tile]')).toHaveCount(1)
  await expectAccessible(page)
})

test('tiles are chosen and sorted', async ({ page, screens }) => {
  await screens.show('monitoring/on air')
  const dialog = page.getByRole('dialog', { name: 'Arrange tiles' })
  await openBy(page.getByRole('button', { name: 'Arrange' }), dialog)
  const order = dialog.getByRole('region', { name: 'On the wall, in this order' })
  await expect(order.getByRole('listitem')).toHaveCount(6)
  await order.getByRole('button', { name: 'Move Gulf Sport 1 down' }).click()
  await order.getByRole('button', { name: 'Remove Godavari News' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show tiles' }).click()
  await expect(page.locator('[data-tile]')).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Layout: Not saved' })).toBeVisible()
})

test('a wall that shows nothing says why', async ({ page, screens }) => {
  for (const [state, text] of [
    ['nothing on air', 'Nothing is on air'],
    ['no streams', 'Watch all live streams at once'],
    ['does not load', 'The live streams did not load'],
    ['too many walls', 'Too many people watch walls of this environment'],
  ] as const) {
    await screens.show(`monitoring/${state}`)
    await expect(page.getByText(text).first()).toBeVisible()
    await expectAccessible(page)
  }
  await screens.show('monitoring/loading')
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
  await screens.show('monitoring/without rights')
  await expect(page.getByRole('list', { name: 'Tiles' })).toHaveCount(0)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Monitoring' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a viewer sees layouts, and saves none', async ({ page, screens }) => {
  await screens.show('monitoring/for a viewer')
  const layouts = page.getByRole('dialog', { name: 'Layout' })
  await openBy(page.getByRole('button', { name: 'Layout: On air now' }), layouts)
  await expect(layouts.getByText('Master control')).toBeVisible()
  await expect(layouts.getByRole('button', { name: 'Save layout' })).toHaveCount(0)
})
