import { patient } from '../../../server/src/testing/machine/patience.ts'
import { choose } from '../support/actions.ts'
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
    await expect(question).toBeVisible({ timeout: patient(1000) })
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
  const account = other.getByRole('button', { name: /Ananya Rao Iyer/ })
  await choose(account, 'Dark', { role: 'menuitemradio' })
  await choose(account, 'العربية', { role: 'menuitemradio' })
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
  await page.getByRole('button', { name: /^Save \d+ changes$/ }).click()
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

test('sign-in rules are saved together, and a refusal says what to do', async ({ page, screens }) => {
  await screens.show('identity/sign-in rules')
  await expect(page.getByText('Members without it: 4.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Owner' })).toBeChecked()
  const save = page.getByRole('button', { name: 'Save rules' })
  await expect(save).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Night shift' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /Sign out after inactivity/ }).click()
  await page.getByRole('option', { name: '7 days (default)' }).click()
  await save.click()
  await expect(page.getByText('Sign-in rules saved')).toBeVisible()
  expect(screens.sent('setSignInRules')).toEqual([
    {
      requiresSecondFactor: false,
      secondFactorRoleIds: [expect.stringMatching(/10$|a$/), expect.any(String)],
      sessionIdleMinutes: null,
    },
  ])
  await expect(save).toBeDisabled()

  await screens.show('identity/sign-in rules that lock out their author')
  await page.getByText('Require it of all members').click()
  await expect(page.getByRole('checkbox', { name: 'Night shift' })).toBeDisabled()
  await save.click()
  await expect(page.getByText('Turn on two-factor authentication for your own account first')).toBeVisible()

  await screens.show('identity/sign-in rules that take time')
  await expect(page.locator('[aria-busy=true]').last()).toBeVisible()
  await screens.show('identity/sign-in rules that do not load')
  await expect(page.getByText('The sign-in rules did not load')).toBeVisible()
})

test('a required second factor is set up before anything else', async ({ page, screens }) => {
  await screens.show('identity/a required second factor')
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('Correct-horse1')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Six-digit code').fill('123456')
  await expect(dialog.getByText('Your recovery codes')).toBeVisible()
  await screens.show('identity/a required second factor without a password')
  await expect(page.getByRole('link', { name: 'Set a password' })).toBeVisible()
})

test('the sessions of a member are ended one by one or all', async ({ page, screens }) => {
  const open = () => choose(page.getByRole('button', { name: 'Actions for Meera Nair' }), 'Sessions')
  await screens.show('identity/sessions of a member')
  await open()
  const dialog = page.getByRole('dialog', { name: 'Sessions of Meera Nair' })
  await dialog.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await expect(page.getByText('Firefox on Linux is signed out')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('Meera Nair is signed out everywhere')).toBeVisible()
  await expect(dialog).toBeHidden()

  await screens.show('identity/a member who is signed in nowhere')
  await open()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  await screens.show('identity/sessions of a member that take time')
  await open()
  await expect(page.getByRole('dialog').locator('[aria-busy]')).toBeVisible()
  await screens.show('identity/sessions of a stronger member')
  await open()
  await expect(page.getByText('The sessions did not load')).toBeVisible()
})

test('an administrator helps a person who has lost the authenticator', async ({ page, screens }) => {
  await screens.show('identity/people of the installation')
  const actions = page.getByRole('button', { name: 'Actions for Meera Nair' })
  await choose(actions, 'Reset two-factor authentication')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Two-factor authentication of Meera Nair is reset')).toBeVisible()
  await choose(actions, 'Sign out everywhere')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Meera Nair is signed out everywhere')).toBeVisible()
})

test('sessions end after the password if the sign-in was long ago', async ({ page, screens }) => {
  await screens.show('identity/sessions long after the sign-in')
  await page.getByRole('button', { name: 'Sign out curl' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('Current password').fill('Wrong-horse1')
  await expect(dialog.getByText('This field is required')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Current password').fill('Correct-horse1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('curl is signed out')).toBeVisible()
  await expect(dialog).toBeHidden()

  await screens.show('identity/sessions long after the sign-in')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await dialog.getByLabel('Current password').fill('Correct-horse1')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out everywhere else', { exact: true })).toBeVisible()
})
