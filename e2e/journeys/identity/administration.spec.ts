import { setTimeout } from 'node:timers/promises'
import {
  actingToken,
  address,
  expect,
  newAdministrator,
  newPerson,
  signIn,
  storedToken,
  test,
} from '../support/fixtures.ts'

test('an administrator impersonates a user without access to secrets, and returns to their own account', async ({
  page,
}) => {
  const [admin, helped] = [await newAdministrator(), await newPerson('Helped Radio')]
  await signIn(page, admin)
  await page.goto(admin.videos)
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByLabel('Search by name or email').fill(helped.email)
  const row = page.getByRole('row').filter({ hasText: helped.email })
  await row.getByRole('button', { name: /^Act as: / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Act as them' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('They asked for help with an upload')
  await dialog.getByRole('button', { name: 'Act as them' }).click()

  const bar = page.getByRole('region', { name: 'Acting as another user' })
  await expect(bar).toContainText('Meera Nair is acting as Ananya Rao Iyer.')
  await expect(page).toHaveURL(helped.videos)
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  expect(await storedToken(page)).toBe(admin.token)
  await page.reload()
  await expect(bar).toBeVisible()
  await page.goto(`${address}/${helped.environmentId}/account`)
  await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled()

  await bar.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(/\/administration\?q=/)
  await expect(bar).toHaveCount(0)
  expect(await storedToken(page)).toBe(admin.token)
  expect(await page.evaluate(() => sessionStorage.getItem('kinora.tab.acting'))).toBeNull()
})

test('an administrator returns to their own account when the server ends an impersonation', async ({
  page,
}) => {
  const [admin, helped] = [await newAdministrator(), await newPerson()]
  await signIn(page, admin)
  await page.goto(`${address}/${admin.environmentId}/administration?q=${helped.email}`)
  await page.getByRole('button', { name: /^Act as: / }).click()
  await page.getByLabel('Reason').fill('Looking into a report')
  await page.getByRole('button', { name: 'Act as them' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  const token = await actingToken(page)
  // Otherwise the page could find out first, and would leave this address at the same moment.
  const place = page.url()
  await page.goto(`${address}/readyz`)
  await fetch(`${address}/services/api/v1/users/sign-out`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  // A slow network: the page must not show an error while it waits for its reload.
  await page.route(/\/administration\?/, async (route, request) => {
    if (request.frame().url() === place) await setTimeout(500)
    await route.continue()
  })
  await page.goto(place).catch(() => undefined)
  await expect(page.getByText('Your session as another user has ended.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible()
  expect(await storedToken(page)).toBe(admin.token)
})

test('an organization is given a message, an upgrade prompt and is deactivated', async ({
  page,
  browser,
}) => {
  const name = `Late Payer ${Date.now()}`
  const [admin, owner] = [await newAdministrator(), await newPerson(name)]
  await signIn(page, admin)
  await page.goto(`${address}/${admin.environmentId}/administration/organizations`)
  const theirs = await browser.newPage()
  await signIn(theirs, owner)

  const change = async (turn: () => Promise<void>) => {
    await page.getByLabel('Search by name').fill(name)
    await page.getByRole('button', { name: `Change: ${name}` }).click()
    await turn()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`“${name}” updated`).last()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await theirs.goto(owner.videos)
  }
  await change(async () => {
    await page.getByLabel('Message to everyone').fill('Maintenance tonight at ten')
    await page.locator('label', { hasText: 'Subscribed' }).click()
  })
  await expect(theirs.getByText('Maintenance tonight at ten')).toBeVisible()
  await theirs.getByRole('button', { name: 'Close this message' }).click()
  await expect(theirs.getByText(`${name} has no subscription.`)).toBeVisible()
  await theirs.getByRole('button', { name: 'Upgrade' }).click()
  await expect(theirs.getByRole('dialog')).toContainText('Your videos keep playing')

  await change(() => page.locator('label', { hasText: 'Active' }).click())
  await expect(theirs.getByText('This organization is inactive. Please contact support')).toBeVisible()
  await theirs.close()
})
