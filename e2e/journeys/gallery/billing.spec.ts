import { expectAccessible } from '../support/accessibility.ts'
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
  await expect(page.getByText('Nothing was charged in the last days.')).toBeVisible()
  await expectAccessible(page)
  await screens.show('billing/does not load')
  await expect(page.getByText('The wallet did not load')).toBeVisible()
  await screens.show('billing/for a viewer')
  await expect(page.getByText('$')).toHaveCount(0)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Billing' })).toHaveCount(0)
  await expectAccessible(page)
})
