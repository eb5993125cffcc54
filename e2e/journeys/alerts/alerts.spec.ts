import { select } from '../support/actions.ts'
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

test('a rule for unusual figures escalates to a channel, and keeps both', async ({ page }) => {
  const person = await newPerson()
  await clientOf(person).call('createAlertChannel', {
    params: { org: person.organizationId },
    body: { name: 'On duty', kind: 'email', recipients: ['leela@example.com'] },
  })
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/alerts/new`)
  await page.getByLabel('Name').fill('Viewers leave')
  await select(page, 'Metric', 'New views')
  await select(page, 'Condition', 'is unusual')
  const score = page.getByLabel('Score')
  await expect(score).toHaveAccessibleDescription(/Deviations from the same hour/)
  await score.fill('4.5')
  await select(page, 'If nobody acknowledges it, notify', 'After 10 min')
  const save = page.getByRole('button', { name: 'Save rule' })
  await save.click()
  await expect(page.getByText('Choose a channel.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'On duty' }).last().press('Space')
  await save.click()
  await page.getByRole('link', { name: 'Viewers leave' }).click()
  await expect(score).toHaveValue('4.5')
  await expect(page.getByRole('button', { name: /^After 10 min/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'On duty' }).last()).toBeChecked()
  await select(page, 'If nobody acknowledges it, notify', 'never')
  await expect(page.getByRole('checkbox', { name: 'On duty' })).toHaveCount(1)
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
