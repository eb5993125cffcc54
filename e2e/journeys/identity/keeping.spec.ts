import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { patient } from '../../../server/src/testing/machine/test-patience.ts'
import { address, expect, joinAs, newPerson, signIn, test } from '../support/fixtures.ts'

const tokens = '**/services/api/v1/api-access-tokens'

test('what was typed is not lost by a stray key, nor a secret that is on its way', async ({
  page,
  person,
}) => {
  await page.goto(`${person.settings}/tokens`)
  await page.getByRole('button', { name: 'New token' }).first().click()
  const form = page.getByRole('dialog', { name: 'New token' })
  await form.getByRole('checkbox', { name: 'Write' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(/tokens\?new=true/)

  await form.getByLabel('Name').fill('Newsroom publisher')
  await page.mouse.click(5, 5)
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  // A press beside the form may have asked already. Escape answers that it stays, or asks.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible({ timeout: patient(1000) })
  }).toPass()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Newsroom publisher')

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(tokens, async (route) => {
    if (route.request().method() === 'POST') await answered
    await route.continue()
  })
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.goBack()
  await expect(form).toBeVisible()
  answer()
  const secret = page.getByRole('dialog', { name: 'Newsroom publisher is ready' })
  await expect(secret.getByText(/^kin_/)).toBeVisible()
})

test('what was typed stays when another tab changes language and theme, and when a tablet is turned', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${person.settings}/tokens?new=true`)
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await name.fill('Newsroom publisher')

  const other = await page.context().newPage()
  await other.goto(person.videos)
  const choose = async (option: string) => {
    await other.getByRole('button', { name: /Ananya Rao Iyer/ }).click()
    await other.getByRole('menuitemradio', { name: option }).click()
  }
  await choose('Dark')
  await choose('العربية')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(html).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'إلغاء' })).toBeVisible()
  await page.setViewportSize({ width: 640, height: 1024 })
  await expect(name).toHaveValue('Newsroom publisher')
})

test('a session that is over ends by itself, whatever was not saved', async ({ page, person }) => {
  const stream = '**/data/api/v1/events/stream'
  await page.route(stream, (route) => route.abort())
  await page.goto(`${address}/${person.environmentId}/account`)
  await page.getByLabel('First name').fill('Lakshmi')
  await fetch(`${address}/services/api/v1/users/sign-out`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  })
  await page.unroute(stream)
  await expect(page).toHaveURL(/\/signin\?back=/)
  await expect(page.getByLabel('Work email')).toBeVisible()
})

test('whoever may see no members still leaves by their account; who is removed is led out', async ({
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

test('the first upload is as private as one says, and begins with a key', async ({
  page,
  person,
  folder,
}) => {
  const file = join(folder, 'match.mp4')
  await writeFile(file, 'not really a video')
  await page.goto(person.videos)
  await page.getByRole('radio', { name: 'Signed' }).click()
  const asked = page.waitForRequest((request) => request.url().endsWith('/uploads'))
  // The shortcut works once its part of the console has loaded.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: patient(2000) })
    await page.keyboard.press('u')
    await (await chooser).setFiles(file)
  }).toPass()
  expect((await asked).postDataJSON()).toMatchObject({ fileName: 'match.mp4', playbackPolicy: 'signed' })
})

test('rights that are looked for are reached by keys, and only those that open something', async ({
  page,
  person,
}) => {
  const { id } = await person.call('POST', `/services/api/v1/organizations/${person.organizationId}/roles`, {
    name: 'News desk',
    permissions: JSON.stringify({ Videos: {} }),
  })
  await page.goto(`${person.settings}/roles/${id}`)
  await expect(page.getByRole('checkbox', { name: 'Events and logs: delete' })).toHaveCount(0)
  await page.getByLabel('Search rights').fill('webhook')
  await page
    .getByRole('grid')
    .getByRole('button', { name: /^Settings/ })
    .focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('table input:focus')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('table input:focus')).toHaveCount(1)
})
