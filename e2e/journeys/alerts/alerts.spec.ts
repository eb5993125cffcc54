import { address, clientOf, expect, newPerson, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

test('a rule fires, rings the bell, and is acknowledged', async ({ page }) => {
  const person = await newPerson()
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/alerts`)
  await page.getByRole('link', { name: 'New rule' }).first().click()
  await page.getByRole('button', { name: 'Disk is nearly full' }).click()
  await expect(page.getByText('This metric has no history, so there is no preview.')).toBeVisible()
  await page.getByLabel('Threshold').fill('1000000')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByRole('link', { name: 'Disk is nearly full' })).toBeVisible()
  const alert = page.getByRole('region', { name: 'Alerts that are firing' })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('navigation').getByText('1 alert is firing')).toBeAttached()
  await alert.getByRole('link', { name: 'Open alert' }).click()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText(/Acknowledged by .*Ananya/)).toBeVisible()
  await page.getByRole('link', { name: 'Open rule' }).click()
  await page.getByLabel('Threshold').fill('0')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(alert).toBeHidden()
})

testScreens('alerts', async () => {
  const person = await newPerson()
  const client = clientOf(person)
  const params = { org: client.organizationId ?? '' }
  const rule = await client.call('createAlertRule', {
    params,
    body: {
      name: 'Stream down',
      metric: 'live.offline',
      groupBy: 'object',
      condition: 'above',
      threshold: 5,
    },
  })
  const base = `${address}/${person.environmentId}/alerts`
  return [base, `${base}/new`, `${base}/${rule.id}`].map((screen) => ({ person, address: screen }))
})
