import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

test('an administrator sees what needs attention, and what to do', async ({ page, screens }) => {
  await screens.show('infra/troubled')
  const parts = page.getByRole('list', { name: 'Parts of the installation' })
  await expect(parts.getByRole('listitem').filter({ hasText: 'Queues' })).toContainText('Fault')
  await expect(page.getByText(/The disk of .*media-1.* will be full in .*3 days/)).toBeVisible()
  await expect(page.getByText(/Delete videos that are not needed/)).toBeVisible()
  await expect(page.getByText('Full in 3 days', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Failed events' })).toHaveAttribute('href', /failed-events$/)
  const processes = page.getByRole('grid', { name: 'Processes' }).getByRole('row')
  await expect(processes.filter({ hasText: 'edge-2' })).toContainText('Not reporting')
  await expect(page.getByRole('img', { name: /^Disk used, last 24 hours, peak / })).toHaveCount(2)
  await expectAccessible(page)
})

test('a healthy, a fresh and an unreachable installation say so', async ({ page, screens }) => {
  await screens.show('infra/healthy')
  await expect(page.getByText('Everything is healthy')).toBeVisible()
  await expect(page.getByText('Nothing needs attention.')).toBeVisible()
  await expect(page.getByText('Queues without jobs: 26')).toBeVisible()
  await screens.show('infra/fresh')
  await expect(page.getByText('No history yet').first()).toBeVisible()
  await expect(page.getByText('Forecast after 6 hours of measurements')).toBeVisible()
  await expect(page.getByText('Not in use').first()).toBeVisible()
  await expectAccessible(page)
  await screens.show('infra/does not load')
  await expect(page.getByText('The state of the installation did not load')).toBeVisible()
})

test('others learn whom to ask', async ({ page, screens }) => {
  await screens.show('infra/for others')
  await expect(page.getByText('Infra monitoring is for administrators of this installation')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Infra monitoring' })).toHaveCount(0)
  await expectAccessible(page)
})
