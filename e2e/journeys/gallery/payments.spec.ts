// Slow: opens every dialog of payments, and examines it.
import type { Locator, Page } from '@playwright/test'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { announced, expectAccessible } from '../support/accessibility.ts'
import { toggle } from '../support/actions.ts'
import { expectFitting, resize } from '../support/looks.ts'
import { expect, test } from '../support/screens.ts'

const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Payments' }).getByRole('row')

/** Enters an amount and pays it. */
async function pay(page: Page, amount = '500') {
  await page.getByRole('button', { name: 'Add money' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await dialog.getByRole('textbox', { name: /^Amount/ }).press('Enter')
  return dialog
}

/** Lets the server answer the payment that was just started, as soon as it has its request. */
async function answerPayment(screens: { answer(): Promise<void> }, shown: Locator) {
  await expect(async () => {
    await screens.answer()
    await expect(shown).toBeVisible({ timeout: patient(500) })
  }).toPass()
}

test('the history shows each state of a payment with its reason, and credit', async ({ page, screens }) => {
  await screens.show('payments/history')
  await expect(rowsOf(page).nth(1)).toContainText('Processing')
  await expect(rowsOf(page).nth(2)).toContainText('Auto-recharge')
  await expect(rowsOf(page).nth(3)).toContainText('The card has insufficient funds.')
  await expect(rowsOf(page).nth(4)).toContainText('Waits for confirmation')
  await expect(rowsOf(page).nth(5)).toContainText('$120.00 was taken back')
  await expect(rowsOf(page).nth(7)).toContainText('Bank transfer')
  await expect(rowsOf(page).nth(8)).toContainText('Welcome credit')
  await expect(rowsOf(page).nth(8)).toContainText('+$20.00')
  await expectAccessible(page)
  await screens.show('payments/history', 'ar')
  await resize(page, 390)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFitting(page)
  await expectAccessible(page)
})

test('a history that loads, fails or is only read says so', async ({ page, screens }) => {
  await screens.show('payments/loading')
  await expect(page.getByRole('grid', { name: 'Payments' })).toHaveAttribute('aria-busy', 'true')
  await screens.show('payments/does not load')
  await expect(page.getByText('The payments did not load')).toBeVisible()
  await expectAccessible(page)
  await screens.show('payments/for a reader')
  await expect(rowsOf(page).nth(2)).toContainText('Visa ending 4821')
  await expect(page.getByRole('button', { name: 'Add money' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Turn on auto-recharge' })).toHaveCount(0)
})

test('an amount is numbers, and the dialog says what the wallet has after it', async ({ page, screens }) => {
  await screens.show('payments/is paid')
  await page.getByRole('button', { name: 'Add money' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Test payments: no money moves')).toBeVisible()
  await expect(dialog.getByText('Visa ending 4821')).toBeVisible()
  const amount = dialog.getByRole('textbox', { name: /^Amount/ })
  await amount.fill('a lot')
  await amount.press('Enter')
  await expect(dialog.getByText('Please enter only numbers')).toBeVisible()
  await dialog.getByRole('radio', { name: '$250.00' }).click()
  await expect(dialog.getByText('$1,534.60')).toBeVisible()
  await expectAccessible(page)
  await expect(
    dialog.getByText('You pay $295.00, including $45.00 GST. Your balance rises by $250.00.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Pay $295.00' }).click()
  await answerPayment(screens, page.getByRole('dialog', { name: 'Payment successful' }))
  await expect(dialog.getByText('KP-7F3A1C29B0')).toBeVisible()
  expect(screens.sent('addBalance')).toEqual([{ amount: 250_000_000, total: 295_000_000 }])
  await expectAccessible(page, announced)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a slow payment goes on, and a declined one can be tried again', async ({ page, screens }) => {
  await screens.show('payments/is slow')
  const dialog = await pay(page)
  await answerPayment(screens, dialog.getByText(/You can close this window/))
  await expect(page.getByRole('dialog', { name: 'Payment successful' })).toBeVisible()
  await screens.show('payments/is declined')
  await pay(page)
  await answerPayment(screens, page.getByRole('dialog', { name: 'Payment failed' }))
  await expect(dialog.getByText('The card was declined. Nothing was charged.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('textbox', { name: /^Amount/ })).toBeVisible()
  await screens.show('payments/processor is down')
  await pay(page)
  await expect(dialog.getByText(/payment processor does not answer/)).toBeVisible()
})

test('a payment that the bank asks about is confirmed, refused or canceled', async ({ page, screens }) => {
  const open = async () => {
    await screens.show('payments/asks the bank')
    const dialog = await pay(page)
    await answerPayment(screens, page.getByRole('dialog', { name: 'Confirm the payment' }))
    return dialog
  }
  let dialog = await open()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Confirm as the bank (test)' }).click()
  await expect(page.getByRole('dialog', { name: 'Payment successful' })).toBeVisible()
  dialog = await open()
  await dialog.getByRole('button', { name: 'Refuse as the bank (test)' }).click()
  await expect(
    dialog.getByText('The payment was not confirmed with the bank. Nothing was charged.'),
  ).toBeVisible()
  dialog = await open()
  await dialog.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(dialog.getByText('The payment was canceled. Nothing was charged.')).toBeVisible()
})

test('a bank transfer shows where to pay, and with which number', async ({ page, screens }) => {
  await screens.show('payments/by transfer')
  await expect(page.getByRole('heading', { name: 'Auto-recharge' })).toHaveCount(0)
  const dialog = await pay(page, '2000')
  await answerPayment(screens, page.getByRole('dialog', { name: 'Pay by bank transfer' }))
  await expect(dialog.getByText(/IFSC SBIN0001234/)).toBeVisible()
  await expect(dialog.getByText('KP-7F3A1C29B0')).toBeVisible()
  await expectAccessible(page)
})

async function fillAddress(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Billing address 1' }).fill('Benz Circle')
  await dialog.getByRole('textbox', { name: 'City' }).fill('Vijayawada')
  const country = dialog.getByRole('combobox', { name: 'Country' })
  await country.fill('india')
  await expect(page.getByRole('option', { name: 'India', exact: true })).toBeVisible()
  await country.press('Enter')
  await expect(country).toHaveValue('India')
  await toggle(dialog.getByRole('checkbox', { name: /agrees that this card is kept/ }))
}

test('a test card is checked field by field, and earns the credit', async ({ page, screens }) => {
  await screens.show('payments/no card')
  await page.getByRole('button', { name: 'Payment details' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save payment details' }).click()
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  await expectAccessible(page)
  const number = dialog.getByRole('textbox', { name: 'Card number' })
  for (const [text, message] of [
    ['4242-4242', 'Please enter only numbers'],
    ['4242424242424241', 'Enter a valid card number'],
    ['4929939187355598', /Use a test number/],
  ] as const) {
    await number.fill(text)
    await number.blur()
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await number.fill('4242 4242 4242 4242')
  await dialog.getByRole('textbox', { name: 'Expiry' }).fill('13/49')
  await dialog.getByRole('textbox', { name: 'CVV' }).fill('12')
  await dialog.getByRole('textbox', { name: 'CVV' }).blur()
  await expect(dialog.getByText('Enter MM/YY, such as 08/29')).toBeVisible()
  await expect(dialog.getByText('Please enter only numbers')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Expiry' }).fill('')
  await dialog.getByRole('textbox', { name: 'Expiry' }).pressSequentially('0849')
  await expect(dialog.getByRole('textbox', { name: 'Expiry' })).toHaveValue('08/49')
  await dialog.getByRole('textbox', { name: 'CVV' }).fill('737')
  await fillAddress(page)
  await dialog.getByRole('button', { name: 'Save payment details' }).click()
  await expect(page.getByRole('dialog', { name: 'You have $20.00 of credit' })).toBeVisible()
  await expectAccessible(page, announced)
})

test('the dialog for payment details fits a phone and other directions', async ({ page, screens }) => {
  await resize(page, 390)
  await screens.show('payments/no card', 'ar')
  await page.getByRole('button', { name: 'تفاصيل الدفع' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFitting(page)
  await expectAccessible(page)
})

test('with Stripe the card goes from the browser to Stripe, and not to Kinora', async ({ page, screens }) => {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Stripe = (key) => ({
        elements: () => ({ create: () => ({
          mount: (place) => { place.innerHTML = '<input aria-label="Card of Stripe">' }, destroy() {},
        }) }),
        confirmCardSetup: async (secret) => ({ setupIntent: { id: secret.split('_secret')[0] } }),
      })`,
    }),
  )
  await screens.show('payments/with Stripe')
  await page.getByRole('button', { name: 'Payment details' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Card of Stripe' }).fill('4242 4242 4242 4242')
  await expect(dialog.getByText('Stripe keeps the card. It never reaches Kinora.')).toBeVisible()
  await fillAddress(page)
  await dialog.getByRole('button', { name: 'Save payment details' }).click()
  await expect(dialog).toHaveCount(0)
  const [sent] = screens.sent('savePaymentDetails')
  expect(sent).toMatchObject({ setupId: 'seti_1', hasConsent: true })
  expect(JSON.stringify(sent)).not.toMatch(/4242|card/)
})

test('auto-recharge is a sentence, is changed, and says why it stopped', async ({ page, screens }) => {
  await screens.show('payments/recharge on')
  await expect(page.getByText(/Below \$250\.00, \$500\.00 or the whole gap is added/)).toBeVisible()
  await expect(page.getByText(/last attempt was declined/)).toBeVisible()
  await page.getByRole('button', { name: 'Change auto-recharge' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Turn off auto-recharge' }).click()
  await expect(dialog).toHaveCount(0)
  await screens.show('payments/recharge off')
  await expect(page.getByText(/the card was declined four times/)).toBeVisible()
  await page.getByRole('button', { name: 'Turn on auto-recharge' }).click()
  const threshold = dialog.getByRole('textbox', { name: /^Below this balance/ })
  await threshold.fill('low')
  await dialog.getByRole('button', { name: 'Turn on auto-recharge' }).click()
  await expect(dialog.getByText('Please enter only numbers')).toBeVisible()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await threshold.fill('100')
  await toggle(dialog.getByRole('checkbox', { name: /without asking me each time/ }))
  await dialog.getByRole('button', { name: 'Turn on auto-recharge' }).click()
  await expect(dialog).toHaveCount(0)
  expect(screens.sent('setAutoRecharge').at(-1)).toMatchObject({ isOn: true, threshold: 100_000_000 })
})

test('the status bar warns of a low wallet and a reached cap', async ({ page, screens }) => {
  await screens.show('payments/low')
  await expect(page.getByRole('status').filter({ hasText: 'The wallet is low.' })).toBeVisible()
  await expectAccessible(page)
  await screens.show('payments/cap reached')
  await expect(page.getByRole('status').filter({ hasText: 'The spend cap is reached.' })).toBeVisible()
})
