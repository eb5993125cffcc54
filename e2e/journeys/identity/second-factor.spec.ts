import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { choose } from '../support/actions.ts'
import { address, expect, password, requireFactor, test } from '../support/fixtures.ts'

const stepMs = 30_000
/** Enough to type a code. */
const leastLeftMs = 10_000

test('a second factor is turned on, asked for at sign-in, stood in for by a recovery code, and turned off', async ({
  page,
  person,
}) => {
  await page.goto(`${address}/${person.environmentId}/account`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(`${password}x`)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const right = await freshCode(totp)
  await dialog.getByLabel('Six-digit code').fill(right === '000000' ? '111111' : '000000')
  await expect(dialog.getByText('The code from your authenticator app is incorrect')).toBeVisible()
  await dialog.getByLabel('Six-digit code').fill(right)

  // Escape and the back button do not close a dialog that is shown only once.
  await expect(dialog.getByText('Your recovery codes')).toBeVisible()
  const spare = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('kinora-recovery-codes.txt')
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(dialog.getByText(spare)).toBeVisible()
  await dialog.getByText('I have stored them safely').click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()

  await logOut(page)
  await acceptCodesAgain(person.email)
  await givePassword(page, person.email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Work email')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Six-digit code').pressSequentially(await freshCode(totp))
  await expect(page).toHaveURL(person.videos)

  await logOut(page)
  await givePassword(page, person.email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(` ${spare.toUpperCase().replace('-', ' ')} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(person.videos)

  await page.goto(`${address}/${person.environmentId}/account`)
  await acceptCodesAgain(person.email)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Six-digit code').fill(await freshCode(totp))
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-factor authentication is off')).toBeVisible()
})

test('a required second factor is set up before anything else works', async ({ page, person }) => {
  await requireFactor(person)
  await page.goto(`${person.videos}?q=news`)
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const code = await freshCode(new TOTP({ secret: Secret.fromBase32(secret) }))
  await dialog.getByLabel('Six-digit code').fill(code)
  await dialog.getByText('I have stored them safely').click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(`${person.videos}?q=news`)
  await page.goto(`${address}/${person.environmentId}/account`)
  await expect(page.getByText('Your organization requires it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeDisabled()
})

/** A code that is valid long enough to be typed. */
async function freshCode(totp: TOTP): Promise<string> {
  await expect.poll(() => stepMs - (Date.now() % stepMs)).toBeGreaterThan(leastLeftMs)
  return totp.generate()
}

/** The code of each time step is accepted once, and a journey does not wait for the next one. */
async function acceptCodesAgain(email: string): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await pool.sql('UPDATE users SET totp_used_step = NULL WHERE email = $1', [email])
  await pool.end()
}

async function logOut(page: Page): Promise<void> {
  await choose(page.getByRole('button', { name: /Ananya Rao Iyer/ }), 'Log out')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${address}/signin`)
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
