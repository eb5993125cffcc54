import { expect, test } from '../support/screens.ts'

test('typed text is not lost by a stray key, nor a secret on its way', async ({ page, screens }) => {
  await screens.show('identity/a token that takes time')
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
    await expect(question).toBeVisible({ timeout: 1000 })
  }).toPass()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Newsroom publisher')

  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.goBack()
  await expect(form).toBeVisible()
  await screens.answer()
  const secret = page.getByRole('dialog', { name: 'Newsroom publisher is ready' })
  await expect(secret.getByText(/^kin_/)).toBeVisible()
})

test('typed text stays when another tab changes language and theme, and when a tablet is turned', async ({
  page,
  screens,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await screens.show('identity/a new token')
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await name.fill('Newsroom publisher')

  const other = await screens.showInTab('identity/a change of language')
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
  await other.close()
})

test('a session that has ended leads to sign-in, despite unsaved changes', async ({ page, screens }) => {
  await screens.show('identity/a session that ends')
  await page.getByLabel('First name').fill('Lakshmi')
  await screens.answer()
  await expect(page).toHaveURL(/\/signin\?back=/)
  await expect(page.getByLabel('Work email')).toBeVisible()
})

test('keys reach the rights that a search finds, and only those that open something', async ({
  page,
  screens,
}) => {
  await screens.show('identity/a role without rights in videos')
  await expect(page.getByRole('checkbox', { name: 'Events and logs: delete' })).toHaveCount(0)
  await page.getByLabel('Search permissions').fill('webhook')
  await page
    .getByRole('grid')
    .getByRole('button', { name: /^Settings/ })
    .focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('table input:focus')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('table input:focus')).toHaveCount(1)
})

test('unsaved rights are not left behind by accident, and keys reach the cells', async ({
  page,
  screens,
}) => {
  await screens.show('identity/a role with all rights')
  await page.getByRole('button', { name: 'Limit this role' }).click()
  await page.getByRole('checkbox', { name: 'Everything: read' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('checkbox', { name: 'Videos: create' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Can no longer create videos')).toBeVisible()
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/settings\/roles\/./)
  await page.getByRole('button', { name: 'Save 2 changes', exact: true }).click()
  await expect(page.getByText(/^\d+ unsaved changes?$/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page).toHaveURL(/settings\/members/)
})

test('sign-in activity says what happened, from where and how often, and shows more on demand', async ({
  page,
  screens,
}) => {
  await screens.show('identity/sign-in activity')
  const section = page.getByRole('region', { name: 'Sign-in activity' })
  await expect(section.getByRole('listitem')).toHaveText([
    /^Signed in/,
    /Sign-in locked after too many attempts/,
    /Sign-in failed.*203\.0\.113\.7.*curl.*9 times/s,
    /Access refused/,
    /Other sessions ended.*by Meera Nair/s,
    /Two-factor authentication turned on.*Firefox on Linux/s,
  ])
  await section.getByRole('button', { name: 'Show earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('listitem')).toHaveCount(7)
  await expect(section.getByRole('button', { name: 'Show earlier' })).toBeHidden()
})

test('sign-in activity that is missing says so', async ({ page, screens }) => {
  await screens.show('identity/no sign-in activity')
  await expect(page.getByText('Nothing is recorded yet.')).toBeVisible()
  await screens.show('identity/sign-in activity that takes time')
  await expect(page.getByRole('region', { name: 'Sign-in activity' }).locator('[aria-busy]')).toBeVisible()
  await screens.show('identity/sign-in activity that does not load')
  await expect(page.getByText('Your sign-in activity did not load')).toBeVisible()
})
