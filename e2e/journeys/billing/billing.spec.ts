// Slow: usage is charged once a minute.
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { address, expect, newPerson, readySample, signIn, test } from '../support/fixtures.ts'
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

testScreens('billing', async () => {
  const person = await newPerson()
  const of = (path: string) => ({ person, address: `${address}/${person.environmentId}/settings/${path}` })
  return [of('billing'), of('billing/plan')]
})
