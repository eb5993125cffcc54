import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { address, expect, signIn, test } from '../support/fixtures.ts'

const open = (page: Page) => page.getByRole('button', { name: 'Favorites', exact: true }).click()
const field = (page: Page) => page.getByLabel('Favorite name')
const favourite = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

function act(page: Page, name: string, action: string): Promise<void> {
  return choose(page.getByRole('button', { name: `Actions for ${name}` }), action, { byKey: true })
}

test('filters are saved by name, applied on another device, renamed, updated and deleted', async ({
  page,
  person,
  browser,
}) => {
  const screen = `${address}/${person.environmentId}/cdn_analytics`
  const filters = encodeURIComponent('country=IN,AE;partner=Tara%2C%20Dune')
  await page.goto(`${screen}?range=last-30-days&split=deviceType&filters=${filters}`)
  await open(page)
  await field(page).fill('Gulf <b>phones</b>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“⁨Gulf <b>phones</b>⁩” saved')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await open(page)
  await expect(favourite(page, 'Gulf <b>phones</b> Current filters')).toBeVisible()
  await field(page).fill('gulf <B>PHONES</B>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This name is already in use')).toBeVisible()
  await act(page, 'Gulf <b>phones</b>', 'Rename')
  await expect(page.getByLabel('New name for')).toBeFocused()
  await page.getByLabel('New name for').fill('Gulf')
  await page.keyboard.press('Enter')
  await expect(favourite(page, 'Gulf Current filters')).toBeFocused()
  await expectAccessible(page)

  const device = await browser.newPage()
  await signIn(device, person)
  await device.goto(screen)
  await open(device)
  await favourite(device, 'Gulf').click()
  await expect(device).toHaveURL(/range=last-30-days/)
  await expect(device).toHaveURL(/split=deviceType/)
  await expect(device.getByText('Tara, Dune')).toBeVisible()
  await device.getByRole('button', { name: 'Clear filter Partner' }).click()
  await open(device)
  await act(device, 'Gulf', 'Update to the current filters')
  await expect(favourite(device, 'Gulf Current filters')).toBeVisible()
  await device.goto(screen)
  await open(device)
  await favourite(device, 'Gulf').click()
  await expect(device.getByRole('button', { name: 'Clear filter Country' })).toBeVisible()
  await expect(device.getByText('Tara, Dune')).toHaveCount(0)
  await open(device)
  await act(device, 'Gulf', 'Delete')
  await expect(device.getByRole('button', { name: 'Keep' })).toBeFocused()
  await device.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(device.getByText('“⁨Gulf⁩” deleted')).toBeVisible()
  await expect(field(device)).toBeFocused()
  await device.close()
})
