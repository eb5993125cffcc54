import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('embeds show their state, and are revoked', async ({ page, screens }) => {
  await screens.show('reports/embeds')
  const rows = page.getByRole('grid', { name: 'Embed reports' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Gulf Sport' })).toContainText('gulf.example.com, *.partners.example')
  await expect(rows.filter({ hasText: 'Election night' })).toContainText('Expired')
  await expect(page.getByRole('button', { name: 'Actions on Old partner' })).toHaveCount(0)
  await expectAccessible(page)
  await choose(page.getByRole('button', { name: 'Actions on Audience of Gulf Sport' }), 'Revoke')
  await page.getByRole('button', { name: 'Revoke embed' }).click()
  await expect(page.getByText(/Gulf Sport.* is revoked/)).toBeVisible()
  expect(screens.sent('revokeEmbed')).toHaveLength(1)
})

test('the lists of embeds say what is missing', async ({ page, screens }) => {
  await screens.show('reports/no embeds')
  await expect(page.getByText('Show figures on your own pages')).toBeVisible()
  await screens.show('reports/no embeds found')
  await expect(page.getByText('No embeds found')).toBeVisible()
  await screens.show('reports/embeds that do not load')
  await expect(page.getByText('The embedded reports did not load')).toBeVisible()
  await screens.show('reports/embeds without the right')
  await expect(page.getByRole('link', { name: 'New embed' })).toHaveCount(0)
  await screens.show('reports/embeds for a viewer')
  await expect(page.getByRole('grid', { name: 'Embed reports' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Actions on/ })).toHaveCount(0)
})

test('the code of an embed is shown with a preview', async ({ page, screens }) => {
  await screens.show('reports/the code of an embed')
  const dialog = page.getByRole('dialog', { name: 'Code and preview' })
  await expect(dialog.getByRole('textbox', { name: 'HTML for your page' })).toHaveValue(
    /sandbox="allow-scripts"/,
  )
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Picture' }).click()
  await expect(dialog.getByRole('textbox', { name: 'HTML for your page' })).toHaveValue(/^<img src=/)
  await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await screens.show('reports/a code that does not load')
  await expect(page.getByText('The code did not load')).toBeVisible()
})

test('an embed needs a name and sites', async ({ page, screens }) => {
  await screens.show('reports/a new embed')
  await expect(page.getByRole('article').getByText('41,820')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create embed' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await page.getByLabel('Name').fill('Gulf')
  await page.getByLabel('Sites that may show it').fill('gulf.example.com,')
  await page.getByRole('button', { name: 'Create embed' }).click()
  await expect(page.getByText(/Gulf.* is created/)).toBeVisible()
  expect(screens.sent('createEmbed')).toMatchObject([
    { name: 'Gulf', sites: ['gulf.example.com'], range: 'last-7-days', theme: 'auto' },
  ])
  await expect(page.getByRole('dialog', { name: 'Code and preview' })).toBeVisible()
})

test('a report is posted to a webhook, whose secret is shown once', async ({ page, screens }) => {
  await screens.show('reports/a new report')
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly figures')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByLabel('Webhook').fill('https://inside.example/hook')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByLabel('Webhook')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Webhook').fill('https://hooks.example.com/figures')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText('Your server checks requests with this secret')).toBeVisible()
  await expectAccessible(page)
  expect(screens.sent('createReport').at(-1)).toMatchObject({
    name: 'Weekly figures',
    recipients: [],
    webhookUrl: 'https://hooks.example.com/figures',
    frequency: 'weekly',
    weekday: 1,
  })
})

test('the webhook of a report is kept, replaced or removed', async ({ page, screens }) => {
  await screens.show('reports/a report with a webhook')
  await expect(page.getByText(/The URL at .*hooks\.example\.com/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Figures')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect.poll(() => screens.sent('updateReport')).toHaveLength(1)
  expect(screens.sent('updateReport')[0]).not.toHaveProperty('webhookUrl')
  await screens.show('reports/a report with a webhook')
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByText('The webhook is removed when you save.')).toBeVisible()
  await page.getByLabel('Send to').fill('desk@example.com,')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect.poll(() => screens.sent('updateReport')).toHaveLength(2)
  expect(screens.sent('updateReport')[1]).toMatchObject({
    webhookUrl: null,
    recipients: ['desk@example.com'],
  })
})
