import { expectAccessible } from '../support/accessibility.ts'
import { choose, select } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('firing alerts are above the rules, and are acknowledged', async ({ page, screens }) => {
  await screens.show('alerts/alerts')
  const open = page.getByRole('region', { name: 'Alerts that are firing' })
  await expect(open.getByText('No audio on a live stream: Al Noor TV')).toBeVisible()
  await expect(open.getByText(/Acknowledged by .*Arjun Rao/)).toBeVisible()
  const rows = page.getByRole('grid', { name: 'Rules' }).getByRole('row')
  await expect(rows.filter({ hasText: 'No audio' })).toContainText(/Firing, .*Al Noor TV/)
  await expect(rows.filter({ hasText: 'High rebuffering' })).toContainText('Rebuffering above 2% for 1 min')
  await expect(rows.filter({ hasText: 'Disk is nearly full' })).toContainText('Bell only')
  await expectAccessible(page)
  await open.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText('The alert is acknowledged')).toBeVisible()
  await page.getByRole('switch', { name: 'High rebuffering' }).click()
  await expect.poll(() => screens.sent('disableAlertRule')).toHaveLength(1)
})

test('the lists say what is missing', async ({ page, screens }) => {
  await screens.show('alerts/no alerts')
  await expect(page.getByText('Know before your viewers do')).toBeVisible()
  await screens.show('alerts/no alerts found')
  await expect(page.getByText('No rules found')).toBeVisible()
  await screens.show('alerts/alerts that do not load')
  await expect(page.getByText('The rules did not load')).toBeVisible()
  await screens.show('alerts/alerts without the right')
  await expect(page.getByRole('link', { name: 'New rule' })).toBeHidden()
  await screens.show('alerts/alerts for a viewer')
  await expect(page.getByRole('switch', { name: 'High rebuffering' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
  await screens.show('alerts/an alert rule that is gone')
  await expect(page.getByText('This rule does not exist')).toBeVisible()
  await screens.show('alerts/an alert that is gone')
  await expect(page.getByText('This alert does not exist')).toBeVisible()
})

test('a rule is created from a template, after its preview', async ({ page, screens }) => {
  await screens.show('alerts/a new alert rule')
  await expect(page.getByRole('heading', { name: /It would have fired 3 times/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByRole('button', { name: 'No audio' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('No audio')
  await page.getByLabel('Threshold').fill('many')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Enter a number')).toBeVisible()
  await page.getByLabel('Threshold').fill('-50')
  await page.getByRole('checkbox', { name: 'Ops desk' }).press('Space')
  await page.getByRole('button', { name: 'Add window' }).click()
  await page.getByRole('button', { name: 'Sunday' }).click()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText(/No audio.* is saved/)).toBeVisible()
  expect(screens.sent('createAlertRule')).toMatchObject([
    {
      name: 'No audio',
      metric: 'live.audio_level',
      condition: 'below',
      threshold: -50,
      forS: 10,
      channelIds: ['0198a000-0000-7000-9000-000000000060'],
      mutes: [{ days: [1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' }],
    },
  ])
})

test('a rule escalates to further channels', async ({ page, screens }) => {
  await screens.show('alerts/a new alert rule')
  await page.getByRole('button', { name: 'No audio' }).click()
  await page.getByRole('checkbox', { name: 'Ops desk' }).press('Space')
  await select(page, 'If nobody acknowledges it, notify', 'After 15 min')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Choose a channel.')).toBeVisible()
  expect(screens.sent('createAlertRule')).toEqual([])
  await page.getByRole('checkbox', { name: 'Engineers' }).last().press('Space')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText(/No audio.* is saved/)).toBeVisible()
  expect(screens.sent('createAlertRule')).toMatchObject([
    {
      channelIds: ['0198a000-0000-7000-9000-000000000060'],
      escalateS: 900,
      escalateIds: ['0198a000-0000-7000-9000-000000000061'],
    },
  ])
})

test('a rule watches for unusual values', async ({ page, screens }) => {
  await screens.show('alerts/a new alert rule')
  await page.getByRole('button', { name: 'High error rate' }).click()
  await select(page, 'Condition', 'is unusual')
  await expect(page.getByLabel('Score')).toHaveValue('3.5')
  await page.getByLabel('Score').fill('4,5')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText(/is saved/)).toBeVisible()
  expect(screens.sent('createAlertRule')).toMatchObject([
    { metric: 'views.errors', condition: 'anomaly', threshold: 4.5, recovery: null, windowS: 300 },
  ])
})

test('a rule watches inputs of V-Connect', async ({ page, screens }) => {
  await screens.show('alerts/a new alert rule')
  await page.getByRole('button', { name: 'Input gets no bytes' }).click()
  await expect(page.getByRole('button', { name: /Condition$/ })).toContainText('is above')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText(/Input gets no bytes.* is saved/)).toBeVisible()
  expect(screens.sent('createAlertRule')).toMatchObject([
    { metric: 'vconnect.silent', groupBy: 'input', condition: 'above', threshold: 5, severity: 'critical' },
  ])
})

test('a rule shows its chart and keeps its fields', async ({ page, screens }) => {
  await screens.show('alerts/an alert rule')
  await expect(page.getByRole('img', { name: 'Audio level over time' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: /Warning/ }).click()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText(/No audio on a live stream.* is saved/)).toBeVisible()
  expect(screens.sent('updateAlertRule')).toMatchObject([
    { severity: 'warning', remindS: 14_400, recovery: null },
  ])
  await screens.show('alerts/an alert rule without history')
  await expect(page.getByText('This metric has no history, so there is no preview.')).toBeVisible()
})

test('an alert shows its timeline and takes notes', async ({ page, screens }) => {
  await screens.show('alerts/an alert')
  await expect(page.getByText(/Pager.*: not accepted, status 410/)).toBeVisible()
  await expect(page.getByText('The encoder at the studio was restarted.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Note').fill('The cable was loose.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('The cable was loose.')).toBeVisible()
  await screens.show('alerts/an alert that ended', 'ar')
  await expect(page.getByText('تعافت القيمة.')).toBeVisible()
  await expectAccessible(page)
})

test('channels are listed, tested and created', async ({ page, screens }) => {
  await screens.show('alerts/alert channels')
  const rows = page.getByRole('grid', { name: 'Channels' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Pager' })).toContainText('Disabled since')
  await expectAccessible(page)
  await choose(page.getByRole('button', { name: 'Actions for Pager' }), 'Enable')
  await expect(page.getByText(/Pager.* is enabled/)).toBeVisible()
  await choose(page.getByRole('button', { name: 'Actions for Ops desk' }), 'Send a test')
  await expect(page.getByText('The test message was accepted')).toBeVisible()
  await page.getByRole('button', { name: 'Add channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add channel' })
  await dialog.getByRole('button', { name: 'Save channel' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Desk')
  await dialog.getByLabel('Recipients').fill('desk@example.com,')
  await dialog.getByRole('button', { name: 'Save channel' }).click()
  await expect(page.getByText('The channel is saved')).toBeVisible()
  expect(screens.sent('createAlertChannel')).toMatchObject([
    { name: 'Desk', kind: 'email', recipients: ['desk@example.com'] },
  ])
})

test('an SMS channel has numbers and a request', async ({ page, screens }) => {
  await screens.show('alerts/alert channels')
  await page.getByRole('button', { name: 'Add channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add channel' })
  await dialog.getByRole('button', { name: /Type/ }).click()
  await page.getByRole('option', { name: 'SMS' }).click()
  await dialog.getByLabel('Name').fill('On duty')
  await dialog.getByLabel('URL').fill('https://sms.example.com/send')
  await dialog.getByLabel('Phone numbers').fill('0501234567,')
  await dialog.getByRole('button', { name: 'Save channel' }).click()
  await expect(dialog.getByText(/Start with \+/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Phone numbers').press('Backspace')
  await dialog.getByLabel('Phone numbers').fill('+971501234567,')
  await dialog.getByLabel('Headers').fill('Authorization: Bearer x')
  await dialog.getByRole('button', { name: 'Save channel' }).click()
  await expect(page.getByText('The channel is saved')).toBeVisible()
  expect(screens.sent('createAlertChannel')).toMatchObject([
    {
      kind: 'sms',
      numbers: ['+971501234567'],
      template: {
        contentType: 'application/json',
        headers: [{ name: 'Authorization', value: 'Bearer x' }],
      },
    },
  ])
})

test('the bell of a phone counts open alerts', async ({ page, screens }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await screens.show('alerts/history of alerts')
  await expect(page.getByRole('link', { name: '2 alerts are firing' })).toBeVisible()
  await expectAccessible(page)
})
