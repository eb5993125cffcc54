import { address, expect, joinAs, newPerson, signIn, test } from '../support/fixtures.ts'

test('a member without member rights can leave from the account page, and a removed member loses access', async ({
  page,
  browser,
}) => {
  const owner = await newPerson()
  const organization = `/services/api/v1/organizations/${owner.organizationId}`
  const { id } = await owner.call('POST', `${organization}/roles`, {
    name: 'Watches only',
    permissions: JSON.stringify({
      Videos: { Video: { read: true } },
      'Events and Logs': { Log: { read: true } },
      Settings: {},
    }),
  })
  const [leaving, removed] = [await joinAs(owner, String(id)), await joinAs(owner, String(id))]
  await signIn(page, leaving)
  await page.goto(`${address}/${leaving.environmentId}/account`)
  await page.getByRole('button', { name: 'Leave Deccan Television' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You no longer have access to “Deccan Television”')).toBeVisible()
  await expect(page).toHaveURL(/\/welcome/)

  const theirs = await browser.newPage()
  await signIn(theirs, removed)
  await theirs.goto(removed.videos)
  await expect(theirs.getByRole('heading', { name: 'Videos', exact: true })).toBeVisible()
  await theirs.getByRole('link', { name: 'Events & Logs' }).click()
  await expect(theirs.getByRole('link', { name: 'Logs', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const { id: userId } = await removed.call('GET', '/services/api/v1/users/me')
  await owner.call('DELETE', `${organization}/users?userId=${userId}`)
  await theirs.getByRole('link', { name: 'API Docs' }).click()
  await expect(theirs.getByText('You no longer have access to “Deccan Television”')).toBeVisible()
  await expect(theirs).toHaveURL(/\/welcome/)
  await theirs.close()
})
