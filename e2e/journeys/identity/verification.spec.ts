import type { Page } from '@playwright/test'
import { type Server, startKinora } from '../../server.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, newAddress, password, test } from '../support/fixtures.ts'
import { codeIn, emailTo } from '../support/mailbox.ts'

let strict: Server
// One Kinora for all of them.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  strict = await startKinora({ VERIFY_EMAIL: 'true' })
})
test.afterAll(() => strict.stop())

test('with email verification, a new user enters the emailed code and lands on the requested page', async ({
  page,
}) => {
  const email = newAddress()
  // Nobody has an account yet.
  await page.goto(`${strict.url}/account`)
  await expect(page.getByRole('heading', { name: 'Set up Kinora' })).toBeVisible()
  await fillSignUp(page, email)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(/Send again in 0:\d\d/)).toBeVisible()
  const code = codeIn(await emailTo(email, strict.dataDir))
  const field = page.getByLabel('Six-digit code')
  await field.pressSequentially(code === '123456' ? '654321' : '123456')
  await expect(page.getByText('The code is incorrect or has expired')).toBeVisible()

  // The boxes are one field: arrows and Backspace move through it, and typing overwrites.
  await field.pressSequentially(`${code.slice(0, 2)}x${code.slice(3, 5)}`)
  await expect(field).toHaveValue(code.slice(0, 2) + code.slice(3, 5))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(code.slice(1, 3))
  await expect(field).toHaveValue(code.slice(0, 5))
  await page.keyboard.press('End')
  await page.keyboard.type(code.slice(5))
  await expect(page).toHaveURL(/\/account/)
})

test('an unconfirmed account that signs in can only confirm its address', async ({ page }) => {
  const email = newAddress()
  await signUp(page, email)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page).toHaveURL(`${strict.url}/signin`)
  await expect(page.getByLabel('Work email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  // Every page redirects to the confirmation.
  for (const path of ['/', '/welcome', '/signin']) {
    await page.goto(strict.url + path)
    await expect(page).toHaveURL(/\/verify/)
  }
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectAccessible(page)
})

test('an address with an account leads to the same screen, and its owner gets an email', async ({ page }) => {
  const email = newAddress()
  await signUp(page, email)
  await page.getByLabel('Six-digit code').pressSequentially(codeIn(await emailTo(email, strict.dataDir)))
  await expect(page).toHaveURL(/\/welcome/)
  await page.evaluate(() => localStorage.clear())
  await signUp(page, email)
  await expect(page.getByText(/Send again in 0:\d\d/)).toBeVisible()
  await expect
    .poll(async () => await emailTo(email, strict.dataDir))
    .toContain('Someone tried to sign up with your email address')
})

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${strict.url}/signup`)
  await fillSignUp(page, email)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Lakshmi')
  await page.getByLabel('Last name').fill('Prasad')
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}
