// Slow: people join, sign in again and change their password in browsers of their own.

import type { Page } from '@playwright/test'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { choose, openMenu } from '../support/actions.ts'
import {
  address,
  expect,
  invite,
  newAddress,
  newPerson,
  password,
  signIn,
  test,
} from '../support/fixtures.ts'
import { codeIn, emailTo, linkIn } from '../support/mailbox.ts'

test('an invited user opens the emailed link, joins, and sees only the features of the role', async ({
  page,
}) => {
  const owner = await newPerson()
  const email = newAddress()
  await invite(owner, email, 'viewer')
  await page.goto(address + linkIn(await emailTo(email)))
  await expect(page.getByRole('heading', { name: 'You are invited.' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByText('Ananya Rao Iyer invites you to')).toBeVisible()
  await expect(page.getByText('As Viewer, you can view videos')).toBeVisible()

  // The link survives a reload, and the password rules are visible from the start.
  await page.reload()
  await page.getByLabel('First name').fill('Lakshmi')
  await page.getByLabel('Last name').fill('Prasad')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Join Deccan Television' }).click()
  await expect(page.getByText(/^Use at least 8 characters/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Join Deccan Television' }).click()

  await expect(page).toHaveURL(`${address}/${owner.environmentId}/videos`)
  await expect(page.getByRole('heading', { name: 'Videos', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Try a sample/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Lakshmi Prasad/ })).toContainText('Viewer')
  await page.goto(`${address}/${owner.environmentId}/administration`)
  await expect(page.getByText('You don’t have access to administration')).toBeVisible()
  const stranger = await newPerson('Gulf Bureau')
  await page.goto(stranger.videos)
  await expect(page.getByText('Page not found')).toBeVisible()

  // The link has been used.
  await page.goto(address + linkIn(await emailTo(email)))
  await expect(page.getByRole('heading', { name: /This invitation\s+is no longer valid\./ })).toBeVisible()
})

test('an invited user with an account signs in first, and a different signed-in user sees a notice', async ({
  page,
}) => {
  const owner = await newPerson()
  const [invited, other] = [await newPerson('Delta Radio'), await newPerson('Hill Radio')]
  await invite(owner, invited.email.toUpperCase(), 'developer')
  const link = linkIn(await emailTo(invited.email))
  await signIn(page, other)
  await page.goto(address + link)
  await expect(page.getByText(`You are signed in as ${other.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Log out and switch account' }).click()
  await page.getByRole('link', { name: 'Sign in to join' }).click()
  await expect(page.getByLabel('Work email')).toHaveValue(invited.email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Join Deccan Television' }).click()
  await expect(page).toHaveURL(`${address}/${owner.environmentId}/videos`)

  // Both organizations are listed, and a third is created from the switcher.
  const switcher = page.getByRole('button', { name: /Switch environment/ })
  const places = await openMenu(switcher)
  await expect(places.getByRole('menuitem', { name: 'Delta Radio' })).toBeVisible()
  await choose(switcher, 'Create organization')
  await page.getByLabel('Organization name').fill('Coast Radio')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Organization “Coast Radio” created')).toBeVisible()
  await expect(page.getByRole('button', { name: /Switch environment/ })).toContainText('Coast Radio')
})

test('a forgotten password is reset with an emailed code', async ({ page }) => {
  const { email } = await newPerson()
  await page.goto(`${address}/signin`)
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Work email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible()
  const code = codeIn(await emailTo(email))

  await page.reload()
  await type(page, code === '000000' ? '111111' : '000000')
  await page.getByLabel('New password').fill('Another-horse2')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('The code is incorrect or has expired')).toBeVisible()
  await paste(page, `Your code: ${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()

  await expect(page.getByLabel('Work email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The email or password is incorrect')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Another-horse2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/videos$/)
})

test('names, language and password are changed on the account', async ({ page, person }) => {
  await page.goto(person.videos)
  await choose(page.getByRole('button', { name: /Ananya Rao Iyer/ }), 'Account')
  await page.getByLabel('First name').fill('A1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter at least 3 characters')).toBeVisible()
  await page.getByLabel('First name').fill('Lakshmi')
  await page.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('option', { name: 'తెలుగు' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'te')
  await page.getByRole('button', { name: /భాష/ }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('button', { name: 'సేవ్ చేయండి' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: /Lakshmi Rao Iyer/ })).toBeVisible()

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('Wrong-horse1')
  await dialog.getByLabel('New password', { exact: true }).fill('Another-horse2')
  await dialog.getByLabel('Confirm new password').fill('Another-horse3')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Password should match with new password!')).toBeVisible()
  await dialog.getByLabel('Confirm new password').fill('Another-horse2')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill(password)
  await dialog.getByLabel('Confirm new password').fill(password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Enter a new password')).toBeVisible()
  await dialog.getByLabel('New password', { exact: true }).fill('Another-horse2')
  await dialog.getByLabel('Confirm new password').fill('Another-horse2')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
})

test('signing out everywhere else ends the session on another device', async ({ page, person, browser }) => {
  const elsewhere = await browser.newPage()
  await elsewhere.goto(`${address}/signin?back=/${person.environmentId}/environments`)
  await elsewhere.getByLabel('Work email').fill(person.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { name: 'Environments' })).toBeVisible()

  await page.goto(`${address}/${person.environmentId}/account`)
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByText('Chrome on Linux', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out everywhere else', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)

  // The page may notice before the click, and then has no such link. The message disappears after three seconds.
  const next = elsewhere.getByRole('link', { name: 'Videos' })
  await Promise.all([
    expect(elsewhere.getByText('Token expired')).toBeVisible(),
    next.click({ timeout: patient(20_000) }).catch(() => undefined),
  ])
  await expect(elsewhere).toHaveURL(/\/signin\?back=/)
  await elsewhere.close()
})

async function type(page: Page, digits: string): Promise<void> {
  await page.getByLabel('Six-digit code').pressSequentially(digits)
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Six-digit code').evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
