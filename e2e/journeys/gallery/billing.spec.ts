import { announced, expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

test('the wallet shows its balance to the micro-dollar, its pace and what it paid for', async ({
  page,
  screens,
}) => {
  await screens.show('billing/wallet')
  await expect(page.getByText('$1,284.60', { exact: true })).toBeVisible()
  await expect(page.getByText('Exactly $1,284.604321')).toBeVisible()
  await expect(page.getByText('$12.50 is reserved for work that is running')).toBeVisible()
  await expect(page.getByText(/Spending about \$43\.12 a day\. Lasts until 19 Dec 2026/)).toBeVisible()
  await expect(page.getByText(/\$963\.00 this period so far, about \$1,394\.21 by 30 Nov/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Balance of the last 30 days/ })).toBeVisible()
  const meters = page.getByRole('grid', { name: 'Usage' }).getByRole('row')
  await expect(meters.nth(1)).toContainText('Streamed')
  await expect(meters.nth(1)).toContainText('4,118,220 min')
  await expect(meters.nth(1)).toContainText('$0.00009 per minute')
  await expect(meters.nth(1)).toContainText('$370.6398')
  await expect(meters.filter({ hasText: 'Storage space' })).toContainText('No charge')
  await expect(meters.filter({ hasText: 'Encoded up to 1080p' })).toContainText('free environments')
  await expect(page.getByText('Adjustment for 1 Oct – 31 Oct 2026')).toBeVisible()
  await expectAccessible(page)
})

test('usage opens from a meter to the days of a video', async ({ page, screens }) => {
  await screens.show('billing/environments')
  const rows = page.getByRole('grid', { name: 'Streamed' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Production')
  await expect(rows.nth(2)).toContainText('Deleted or not visible to you')
  await rows.nth(1).press('Enter')
  await expect(page).toHaveURL(/environment=/)
  await screens.show('billing/videos')
  await expect(rows.nth(1)).toContainText('Round 10: the final')
  await expect(rows.nth(3)).toContainText('All others')
  await expectAccessible(page)
  await screens.show('billing/days')
  await expect(rows.nth(1)).toContainText('1 Nov 2026')
  await page.getByRole('link', { name: 'All usage' }).click()
  await expect(page.getByRole('grid', { name: 'Usage' })).toBeVisible()
})

test('an empty wallet says what follows', async ({ page, screens }) => {
  await screens.show('billing/empty')
  await expect(page.getByText('Exactly -$0.00025')).toBeVisible()
  await expect(page.getByText(/New uploads and streams are refused from 27 Nov 2026 on/)).toBeVisible()
  await screens.show('billing/refused')
  await expect(page.getByText(/Running streams and playback go on/)).toBeVisible()
  await screens.show('billing/below zero')
  await expect(page.getByText(/this wallet is not prepaid/)).toBeVisible()
  await expectAccessible(page)
})

test('the spend cap takes only numbers', async ({ page, screens }) => {
  await screens.show('billing/wallet')
  await page.getByRole('button', { name: 'Change spend cap' }).click()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: /Amount per period/ })
  await expect(amount).toHaveValue('2000')
  await amount.fill('a lot')
  await dialog.getByRole('button', { name: 'Save spend cap' }).click()
  await expect(dialog.getByText('Please enter only numbers')).toBeVisible()
  await expectAccessible(page)
})

test('plans show prices, tiers and what comes later', async ({ page, screens }) => {
  await screens.show('billing/plans')
  const standard = page.getByRole('table', { name: 'Standard' })
  await expect(standard).toContainText('$0.0075 per minute')
  await expect(standard).toContainText('From 1 Jan 2027: $0.00008 per minute')
  const broadcaster = page.getByRole('table', { name: 'Broadcaster' })
  await expect(broadcaster).toContainText('100,000 min')
  await expect(broadcaster).toContainText('$0.00008 up to 1,000,000 min')
  await expect(page.getByText('Free in environments of type Development, QA')).toBeVisible()
  await expect(page.getByText('Current plan')).toHaveCount(1)
  await page.getByRole('button', { name: 'Change to Broadcaster' }).click()
  await expect(page.getByText(/What was used before keeps its prices/)).toBeVisible()
  await expectAccessible(page)
})

test('a fresh wallet, one that does not load, and a role without the right say so', async ({
  page,
  screens,
}) => {
  await screens.show('billing/untouched')
  await expect(page.getByText('Nothing was used in this period.')).toBeVisible()
  await expect(page.getByText('Nothing was charged in the last 7 days.')).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/does not load')
  await expect(page.getByText('The wallet did not load')).toBeVisible()
  await screens.show('billing/for a viewer')
  await expect(page.getByText('$')).toHaveCount(0)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Billing' })).toHaveCount(0)
  await expectAccessible(page)
})

test('invoices, credit notes and statements are in one list with the address of the buyer', async ({
  page,
  screens,
}) => {
  await screens.show('billing/invoices')
  await expect(page.getByText('Deccan Television Ltd')).toBeVisible()
  await expect(page.getByText('Andhra Pradesh, India')).toBeVisible()
  const rows = page.getByRole('grid', { name: 'Documents' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Draft')
  await expect(rows.nth(2)).toContainText('KN-CN-2026-00001')
  await expect(rows.nth(2)).toContainText('-$118.00')
  await expect(rows.nth(3)).toContainText('$590.00')
  await expect(rows.nth(4)).toContainText('October 2026')
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Statements' }).click()
  await expect(page).toHaveURL(/kind=statement/)
  await rows.nth(3).press('Enter')
  await expect(page).toHaveURL(/billing\/invoices\/[\da-f-]+$/)
})

test('a list without documents, one that does not load, and a role without the right say so', async ({
  page,
  screens,
}) => {
  await screens.show('billing/invoices of nobody')
  await expect(page.getByText('No documents')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add billing address' })).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/invoices that do not load')
  await expect(page.getByText('The invoices did not load')).toBeVisible()
  await expect(page.getByText('The billing address did not load')).toBeVisible()
  await screens.show('billing/invoices that take time')
  await expect(page.getByRole('grid', { name: 'Documents' })).toHaveAttribute('aria-busy', 'true')
  await screens.show('billing/invoices for a viewer')
  await expect(page.getByText(/don.t have access/i).first()).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
})

test('the billing address checks its fields and is saved', async ({ page, screens }) => {
  await screens.show('billing/invoices of nobody')
  await page.getByRole('button', { name: 'Add billing address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Billing email' }).fill('accounts')
  await dialog.getByRole('button', { name: 'Save billing address' }).click()
  await expect(dialog.getByText('invalid email address')).toBeVisible()
  await expect(dialog.getByText('This field is required')).toHaveCount(3)
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Billing address 1' }).fill('Benz Circle')
  await dialog.getByRole('textbox', { name: 'City' }).fill('Vijayawada')
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Indi')
  await page.getByRole('option', { name: 'India', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Billing email' }).fill('accounts@example.com')
  await dialog.getByRole('button', { name: 'Save billing address' }).click()
  await expect(page.getByText('Billing address saved')).toBeVisible()
  expect(screens.sent('setBillingDetails')).toMatchObject([{ city: 'Vijayawada', country: 'IN' }])
})

test('an invoice shows who owes what, its taxes and its credit notes', async ({ page, screens }) => {
  await screens.show('billing/invoice')
  await expect(page.getByRole('heading', { name: 'Invoice KN-2026-00017' })).toBeVisible()
  await expect(page.getByText('Kinora Video Systems Pvt Ltd')).toBeVisible()
  await expect(page.getByText('IGST 18%')).toBeVisible()
  await expect(page.getByText('$590.00')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Credit note KN-CN-2026-00001' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/a credit note')
  await expect(page.getByText('Paid twice')).toBeVisible()
  await expect(page.getByRole('link', { name: 'KN-2026-00017' })).toBeVisible()
  await screens.show('billing/a draft')
  await expect(page.getByText(/This invoice is a draft/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toHaveCount(0)
  await screens.show('billing/an invoice of others')
  await expect(page.getByText('This document does not exist')).toBeVisible()
})

test('a statement leads from a meter to its usage', async ({ page, screens }) => {
  await screens.show('billing/a statement')
  await expect(page.getByRole('heading', { name: 'Statement October 2026' })).toBeVisible()
  await expect(page.getByText('Minimum of the plan')).toBeVisible()
  await expect(page.getByText('Balance at the end')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Streamed' }).click()
  await expect(page).toHaveURL(/settings\/billing\?.*meter=streaming/)
})

test('administrators see wallets, and add money to one', async ({ page, screens }) => {
  await screens.show('billing/administration of wallets')
  const rows = page.getByRole('grid', { name: 'Organizations' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Books do not add up')
  await expect(rows.nth(1)).toContainText('-$12.40')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Manage Deccan Television' }).click()
  const dialog = page.getByRole('dialog')
  const record = dialog.getByRole('button', { name: 'Record money received' })
  await dialog.getByRole('textbox', { name: 'Amount, in USD' }).fill('a lot')
  await record.click()
  await expect(dialog.getByText('Please enter only numbers')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Amount, in USD' }).fill('500')
  await dialog.getByRole('textbox', { name: 'Paid with' }).fill('Bank transfer')
  await expect(
    dialog.getByText('$590.00 was received, including $90.00 GST. The balance rises by $500.00.'),
  ).toBeVisible()
  await record.click()
  await expect(page.getByText('Saved')).toBeVisible()
  expect(screens.sent('recordBillingReceipt')).toEqual([
    { amount: 500_000_000, total: 590_000_000, method: 'Bank transfer' },
  ])
  await page.getByRole('button', { name: 'Manage Deccan Television' }).click()
  await dialog.getByRole('radio', { name: 'Terms' }).click()
  await dialog.getByRole('textbox', { name: 'Days of grace' }).fill('14')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(screens.sent('setBillingTerms')).toEqual([{ isPrepaid: true, graceDays: 14, creditLimit: 0 }])
})

test('administrators credit an invoice', async ({ page, screens }) => {
  await screens.show('billing/administration of wallets')
  await page.getByRole('button', { name: 'Manage Deccan Television' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Credit an invoice' }).click()
  await dialog.getByRole('button', { name: /^Invoice|Invoice$/ }).click()
  await page.getByRole('option', { name: /KN-2026-00017/ }).click()
  await dialog.getByRole('textbox', { name: 'Amount, in USD' }).fill('100')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid twice')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Credit an invoice' }).click()
  await expect(dialog).toHaveCount(0)
  expect(screens.sent('creditBillingInvoice')).toEqual([{ amount: 100_000_000, reason: 'Paid twice' }])
})

test('administrators see revenue, plans, the seller and the books', async ({ page, screens }) => {
  await screens.show('billing/administration of revenue')
  const revenue = page.getByRole('table', { name: /November 2026/ }).getByRole('row')
  await expect(revenue.nth(1)).toContainText('Streamed')
  await expect(page.getByText('$590.00')).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/administration of plans')
  await expect(page.getByText(/Only for Deccan Television · At least \$500\.00 per period/)).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/administration of seller')
  await expect(page.getByText('Numbers begin with KN')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Taxes' })).toContainText('18%')
  await expectAccessible(page)
  await screens.show('billing/administration of proof')
  await expect(page.getByText(/the balance of wallet is not that of its entries/)).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/administration of nothing')
  await expect(page.getByText('No wallets')).toBeVisible()
})

test('administrators add a price with tiers after its preview', async ({ page, screens }) => {
  await screens.show('billing/administration of plans')
  await page.getByRole('button', { name: 'New price' }).last().click()
  const dialog = page.getByRole('dialog')
  const prices = dialog.getByRole('textbox', { name: 'Price of a minute, in USD' })
  await prices.fill('0.00008')
  await dialog.getByRole('button', { name: 'Add tier' }).click()
  await dialog.getByRole('textbox', { name: 'Up to, in minute' }).fill('1000')
  await dialog.getByRole('button', { name: 'Add price' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please enter only numbers')
  await prices.nth(1).fill('0.00006')
  await expect(dialog.getByRole('table')).toContainText('$0.00008 up to 1,000 min')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add price' }).click()
  await expect(dialog).toHaveCount(0)
  expect(screens.sent('addMeterPrice')).toMatchObject([
    {
      meter: 'streaming',
      per: 60_000,
      tiers: [
        { upTo: 60_000_000, micros: 80 },
        { upTo: null, micros: 60 },
      ],
    },
  ])
})

test('administrators enter the seller and a tax', async ({ page, screens }) => {
  await screens.show('billing/administration before the seller is known')
  await expect(page.getByText(/Invoices stay drafts/)).toBeVisible()
  await expect(page.getByText('No tax is charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit seller' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Prefix of numbers' }).fill('kn')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Only valid characters are allowed')).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/administration of seller')
  await page.getByRole('button', { name: 'Add tax rate' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the tax' }).fill('GST')
  await dialog.getByRole('textbox', { name: 'Rate in percent' }).fill('18.5')
  await dialog.getByRole('button', { name: 'Add tax rate' }).click()
  await expect(page.getByText('Tax rate added')).toBeVisible()
  expect(screens.sent('addTaxRate')).toEqual([{ country: 'IN', region: '', name: 'GST', ratePpm: 185_000 }])
})

test('administrators create a plan', async ({ page, screens }) => {
  await screens.show('billing/administration of plans')
  await page.getByRole('button', { name: 'New plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('us')
  await dialog.getByRole('button', { name: 'Create plan' }).click()
  await expect(dialog.getByText('Enter three capital letters')).toBeVisible()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name of the plan' }).fill('Broadcaster')
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('INR')
  await dialog.getByRole('textbox', { name: 'Minimum per period' }).fill('500')
  await dialog.getByRole('button', { name: 'Create plan' }).click()
  await expect(page.getByText('Plan created')).toBeVisible()
  expect(screens.sent('createBillingPlan')).toEqual([
    { name: 'Broadcaster', currency: 'INR', minimum: 500_000_000 },
  ])
})

test('an installation without billing has no tab of it', async ({ page, screens }) => {
  await screens.show('billing/administration without billing')
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Billing' })).toHaveCount(0)
  await screens.show('billing/administration of wallets')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Billing' })).toBeVisible()
})

test('an administrator records a transfer that has arrived, and sees why a payment is held', async ({
  page,
  screens,
}) => {
  await screens.show('billing/administration of payments')
  const rows = page.getByRole('grid', { name: 'Waiting payments' }).getByRole('row')
  await expect(rows.filter({ hasText: 'KP-99AA0B11' })).toContainText('Held: another amount was charged')
  const booked = rows.filter({ hasText: 'KP-12CD34EF' })
  await expect(booked).toContainText('Booked, but the processor reports another customer')
  await expect(booked.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await rows.filter({ hasText: 'KP-7F3A1C29' }).getByRole('button', { name: 'Transfer arrived' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('KP-7F3A1C29')
  await dialog.getByRole('button', { name: 'Transfer arrived' }).click()
  await expect(rows.filter({ hasText: 'KP-7F3A1C29' })).toHaveCount(0)
  await rows.filter({ hasText: 'KP-99AA0B11' }).getByRole('button', { name: 'Return' }).click()
  await expect(dialog).toContainText('returns $590.00 to the payer')
  await expectAccessible(page, announced)
  await page.keyboard.press('Escape')
  await rows.filter({ hasText: 'KP-99AA0B11' }).getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toContainText('$500.00 was asked for, and $590.00 has arrived.')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(rows.filter({ hasText: 'KP-99AA0B11' })).toHaveCount(0)
  expect(screens.sent('acceptPayment')).toEqual([{ amount: 590_000_000, currency: 'USD' }])
})
