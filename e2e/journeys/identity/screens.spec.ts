// Slow: axe examines each screen, and each is measured in three languages.
import type { Page } from '@playwright/test'
import {
  addFailedEvent,
  address,
  expect,
  invite,
  newAddress,
  newAdministrator,
  newPerson,
  requireFactor,
} from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'
import { emailTo, linkIn } from '../support/mailbox.ts'

testScreens('every way in', async () => {
  const [owner, guest] = [await newPerson(), newAddress()]
  await invite(owner, guest, 'media-team')
  const invitation = address + linkIn(await emailTo(guest))
  const paths = ['/signin', '/signup', '/reset', '/invite', '/signin/google']
  return [
    ...paths.map((path) => ({ address: address + path })),
    { address: invitation, shown: (page) => page.getByRole('main').locator('form') },
    {
      address: `${address}/reset#email=${guest}`,
      act: async (page) => {
        await page.getByRole('main').locator('form').locator('button').click()
        await expect(page).toHaveURL(/step=code/)
        await page.reload()
      },
      shown: (page) => page.getByRole('main').locator('form'),
    },
    { address: invitation, person: owner, shown: (page) => page.getByRole('main').locator('button') },
  ]
})

testScreens('an account and its environments', async () => {
  const person = await newPerson()
  const of = (path: string): Screen => ({ person, address: `${address}/${person.environmentId}/${path}` })
  return [
    of('environments'),
    of('account'),
    of('administration'),
    { ...of('account?dialog=password'), shown: dialogOf },
    { ...of('account?dialog=factor'), shown: dialogOf },
    { ...of('account?dialog=organization'), shown: dialogOf },
  ]
})

testScreens('the setup of a required second factor', async () => {
  const person = await newPerson()
  await requireFactor(person)
  return [{ person, address: `${address}/second-factor` }]
})

testScreens('administration', async () => {
  const person = await newAdministrator()
  const of = (path: string): Screen => ({
    person,
    address: `${address}/${person.environmentId}/administration${path}`,
  })
  const error = 'the webhook service has no connection'
  await addFailedEvent(person, error)
  const openFailed = (page: Page) => page.getByRole('row').filter({ hasText: error }).click()
  const openFirst = (page: Page) => page.locator('tbody tr[data-key] button').first().click()
  return [
    of(''),
    { ...of(''), act: openFirst, shown: dialogOf },
    of('?q=nothing-like-this'),
    of('/organizations'),
    { ...of('/organizations'), act: openFirst, shown: dialogOf },
    of('/failed-events'),
    { ...of('/failed-events'), act: openFailed, shown: (page) => page.getByRole('complementary') },
  ]
})
