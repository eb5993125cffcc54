// Slow: usage is charged once a minute.
import { patient } from '../../../server/src/testing/machine/patience.ts'
import {
  address,
  expect,
  newAdministrator,
  newPerson,
  readySample,
  signIn,
  test,
} from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

interface Account {
  readonly balance: number
}

test('the balance falls by the price of what was encoded, and others do not see it', async ({
  page,
  person,
  browser,
}) => {
  const account = async () =>
    (await person.call('GET', `/billing/api/v1/${person.organizationId}/account`)) as unknown as Account
  expect(await account()).toMatchObject({ balance: 0 })
  const { id } = await readySample(person, { title: 'Round 10: the final' })
  const profiles = await person.call('GET', '/video/api/v1/encoding_profiles')
  const [profile] = (profiles.items ?? []) as { id: string }[]
  await person.call('POST', `/video/api/v1/contents/${id}/reencode`, { encodingProfileId: profile?.id })
  await expect.poll(async () => (await account()).balance, { timeout: patient(150_000) }).toBeLessThan(0)
  const { balance } = await account()
  await page.goto(`${person.settings}/billing`)
  const exact = `Exactly -$${(-balance / 1e6).toFixed(6).replace(/0{1,4}$/, '')}`
  await expect(page.getByText(exact)).toBeVisible()
  const meters = page.getByRole('grid', { name: 'Usage' }).getByRole('row')
  await meters.filter({ hasText: 'Encoded up to 1080p' }).press('Enter')
  const rows = page.getByRole('grid', { name: 'Encoded up to 1080p' }).getByRole('row')
  await rows.filter({ hasText: 'Production' }).press('Enter')
  await expect(rows.filter({ hasText: 'Round 10: the final' })).toBeVisible()

  const other = await newPerson('Other Radio')
  const theirs = await browser.newPage()
  await signIn(theirs, other)
  const denied = await theirs.request.get(`${address}/billing/api/v1/${person.organizationId}/account`, {
    headers: { authorization: `Bearer ${other.token}` },
  })
  expect(denied.status()).toBe(404)
  await theirs.close()
})

test('money that is received has an invoice, which its organization downloads', async ({ page, browser }) => {
  const name = `Films ${Date.now()}`
  const [admin, buyer] = [await newAdministrator(), await newPerson(name)]
  await signIn(page, buyer)
  const party = { address1: 'Plot 14', address2: '', city: 'Hyderabad', state: 'Telangana', country: 'IN' }
  await admin.call('PUT', '/billing/api/v1/seller', {
    ...party,
    name: 'Kinora Video Systems Pvt Ltd',
    zip: '500032',
    taxId: '',
    email: 'billing@example.com',
    seriesPrefix: 'KN',
    isReverseCharge: false,
    bankDetails: '',
  })
  await page.goto(`${buyer.settings}/billing`)
  await page.getByRole('link', { name: 'Invoices' }).click()
  await page.getByRole('button', { name: 'Add billing address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name on invoices' }).fill('Deccan Television Ltd')
  await dialog.getByRole('textbox', { name: 'Billing address 1' }).fill('Benz Circle')
  await dialog.getByRole('textbox', { name: 'City' }).fill('Vijayawada')
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Indi')
  await page.getByRole('option', { name: 'India', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Billing email' }).fill('accounts@example.com')
  await dialog.getByRole('button', { name: 'Save billing address' }).click()
  await expect(page.getByText('Billing address saved')).toBeVisible()

  const office = await browser.newPage()
  await signIn(office, admin)
  await office.goto(`${address}/${admin.environmentId}/administration/billing?q=${name}`)
  await office.locator('tbody tr[data-key] button').first().click()
  const money = office.getByRole('dialog')
  await money.getByRole('textbox', { name: 'Amount, in USD' }).fill('500')
  await money.getByRole('textbox', { name: 'Paid with' }).fill('Bank transfer')
  await money.getByRole('button', { name: 'Record money received' }).click()
  await expect(office.getByText('Saved')).toBeVisible()
  await office.close()

  await page.reload()
  await page.getByRole('grid', { name: 'Documents' }).getByRole('row').nth(1).press('Enter')
  await expect(page.getByRole('heading', { name: /^Invoice KN-\d{4}-\d{5}$/ })).toBeVisible()
  await expect(page.getByText('Deccan Television Ltd')).toBeVisible()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await started).suggestedFilename()).toMatch(/^KN-\d{4}-\d{5}\.pdf$/)
})

testScreens('billing of the installation', async () => {
  const person = await newAdministrator()
  return ['wallets', 'revenue', 'plans', 'seller', 'proof'].map((part) => ({
    person,
    address: `${address}/${person.environmentId}/administration/billing?part=${part}`,
  }))
})

testScreens('billing', async () => {
  const person = await newPerson()
  const of = (path: string) => ({ person, address: `${address}/${person.environmentId}/settings/${path}` })
  return [of('billing'), of('billing/plan'), of('billing/invoices')]
})
