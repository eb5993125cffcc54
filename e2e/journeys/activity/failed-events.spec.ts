import { randomUUID } from 'node:crypto'
import { addFailedEvent, address, expect, newAdministrator, signIn, test } from '../support/fixtures.ts'

test('a failed event is read, deleted or retried by an administrator', async ({ page }) => {
  const admin = await newAdministrator()
  const errors = [`refused ${randomUUID()}`, `refused ${randomUUID()}`]
  for (const error of errors) await addFailedEvent(admin, error)
  await signIn(page, admin)
  await page.goto(`${address}/${admin.environmentId}/administration`)
  await page.getByRole('link', { name: 'Failed events' }).click()
  const row = (error = '') => page.getByRole('row').filter({ hasText: error })

  await row(errors[0]).click()
  const drawer = page.getByRole('complementary', { name: 'video.asset.ready' })
  await expect(drawer).toContainText(errors[0] ?? '')
  await expect(drawer).toContainText('Installation desk')
  await page.reload()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed event deleted')).toBeVisible()
  await expect(row(errors[0])).toHaveCount(0)

  await row(errors[1]).click()
  await drawer.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The event is being retried')).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await expect(row(errors[1])).toHaveCount(0)
})
