import { expectAccessible } from '../support/accessibility.ts'
import { address, expect, newAdministrator, newPerson, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

test('an administrator of the installation sees its processes and disks, and others do not', async ({
  page,
  browser,
}) => {
  const [admin, other] = [await newAdministrator(), await newPerson('Other Radio')]
  await signIn(page, admin)
  await page.goto(admin.videos)
  await page.getByRole('navigation').getByRole('link', { name: 'Infra monitoring' }).click()
  await expect(page.getByRole('heading', { name: 'Infra monitoring' })).toBeVisible()
  const parts = page.getByRole('list', { name: 'Parts of the installation' })
  await expect(parts.getByRole('listitem')).toHaveCount(8)
  await expect(parts.getByRole('listitem').filter({ hasText: 'Database' })).toContainText('Healthy')
  const processes = page.getByRole('grid', { name: 'Processes' }).getByRole('row')
  await expect(processes.filter({ hasText: 'worker' }).first()).toContainText('Running')
  await expect(page.getByText(/ of .* free/).first()).toBeVisible()
  await expectAccessible(page)

  const theirs = await browser.newPage()
  await signIn(theirs, other)
  await theirs.goto(other.videos.replace('/videos', '/infraMonitor'))
  await expect(theirs.getByText('Infra monitoring is for administrators of this installation')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Infra monitoring' })).toHaveCount(0)
  await theirs.close()
})

testScreens('infra', async () => {
  const person = await newAdministrator()
  return [{ person, address: `${address}/${person.environmentId}/infraMonitor` }]
})
