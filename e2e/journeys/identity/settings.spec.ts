// Slow: seven journeys, most with several people in browsers of their own.
import { createPrivateKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { choose, toggle } from '../support/actions.ts'
import {
  address,
  builtInRole,
  expect,
  expectPlaying,
  joinAs,
  newPerson,
  readySample,
  signIn,
  test,
} from '../support/fixtures.ts'

const videosPath = '/video/api/v1/contents/paginated'

test('a token is created, works with curl, and is refused once revoked', async ({ page, person }) => {
  await page.goto(`${person.settings}/tokens`)
  await page.getByRole('button', { name: 'New token' }).first().click()
  await expect(page).toHaveURL(/new=true/)
  await page.getByLabel('Name').fill('Newsroom publisher')
  await toggle(page.getByRole('checkbox', { name: 'Write' }))
  await page.getByRole('button', { name: /Expires after/ }).click()
  await page.getByRole('option', { name: 'Custom date' }).click()
  const lastDay = page.getByRole('group', { name: 'Last day' })
  await lastDay.getByRole('spinbutton').first().click()
  await page.keyboard.type('30112099')
  await expect(page.getByText('Works until 30 Nov 2099.')).toBeVisible()
  await lastDay.getByRole('button', { name: 'Choose a date' }).click()
  await expect(page.getByRole('button', { name: /30 November 2099/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Works until 1 Dec 2099.')).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Newsroom publisher is ready' })
  await expect(dialog).toBeVisible()
  await expect(page).not.toHaveURL(/new=true/)

  const file = await textOf(page, () => dialog.getByRole('button', { name: 'Download .env' }).click())
  const given = new Map(file.split('\n').map((line) => line.split('=') as [string, string]))
  const secret = given.get('KINORA_TOKEN_SECRET') ?? ''
  expect(given.get('KINORA_URL')).toBe(address)
  expect(secret).toMatch(/^kin_[\w-]{40,}$/)
  await expect(dialog.getByText(secret)).toBeVisible()
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog.getByText(secret)).toBeHidden()

  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.goBack()
  await expect(dialog).toBeVisible()
  await toggle(dialog.getByRole('checkbox', { name: 'I have stored it safely' }))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(kept + (await page.content())).not.toContain(secret)

  const ask = () => {
    const basic = Buffer.from(`${given.get('KINORA_TOKEN_ID')}:${secret}`).toString('base64')
    return fetch(address + videosPath, { headers: { authorization: `Basic ${basic}` } })
  }
  expect((await ask()).status).toBe(200)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Newsroom publisher' })
  await expect(row).toContainText('Read, write')
  await expect(row).toContainText('Active')
  await expect(row).toContainText(/now/)

  await choose(row.getByRole('button', { name: 'Actions for Newsroom publisher' }), 'Revoke token')
  const question = page.getByRole('alertdialog', { name: 'Revoke “Newsroom publisher”?' })
  await question.getByRole('button', { name: 'Revoke token' }).click()
  await expect(row).toBeHidden()
  expect((await ask()).status).toBe(401)
  await page.getByText('Show revoked').click()
  await expect(page).toHaveURL(/revoked=true/)
  await expect(row).toContainText('Access Revoked')
})

test("a role is created, assigned and changed, and applies from the member's next click", async ({
  page,
  person,
  browser,
}) => {
  await readySample(person)
  const colleague = await joinAs(person, await builtInRole(person, 'viewer'))
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await signIn(theirs, colleague)

  await page.goto(`${person.settings}/roles?new=true`)
  await page.getByLabel('Name').fill('News desk editor')
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByRole('heading', { name: 'News desk editor' })).toBeVisible()
  await toggle(page.getByRole('checkbox', { name: 'Videos: read' }))
  await expect(page.getByText('Can view videos')).toBeVisible()
  await save(page)

  await page.goto(`${person.settings}/members`)
  const row = page.getByRole('row').filter({ hasText: colleague.email })
  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Role of Lakshmi Prasad' })
  await dialog.getByRole('combobox', { name: 'Organization role' }).fill('news')
  await page.getByRole('option', { name: 'News desk editor' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('News desk editor')

  await theirs.goto(person.videos)
  await expect(theirs.getByRole('link', { name: 'Sample video' }).first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'From a URL' })).toBeHidden()

  await page.goto(`${person.settings}/roles`)
  await page.getByRole('link', { name: 'News desk editor' }).click()
  await expect(page.getByText('1 person has this role.')).toBeVisible()
  await toggle(page.getByRole('checkbox', { name: 'Videos: create' }).first())
  await expect(page.getByText('Applies to 1 person immediately.')).toBeVisible()
  await save(page)
  await theirs.getByRole('link', { name: 'Environments' }).click()
  await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Videos' }).click()
  await expect(theirs.getByRole('button', { name: 'From a URL' })).toBeVisible()

  await toggle(page.getByRole('checkbox', { name: 'Videos: all' }).first())
  await toggle(page.getByRole('checkbox', { name: 'Videos: all' }).first())
  await expect(page.getByText('Can no longer view and create videos')).toBeVisible()
  await save(page)
  await theirs.getByRole('link', { name: 'Sample video' }).first().click()
  await expect(theirs.getByText('You don’t have access to Videos')).toBeVisible()
  await expect(theirs.getByText('Ask ⁨Ananya Rao Iyer⁩ for access.')).toBeVisible()
  await context.close()
})

test('members are invited, invited again and removed', async ({ page, person }) => {
  const colleague = await joinAs(person, await builtInRole(person, 'developer'))
  await page.goto(`${person.settings}/members`)
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByLabel('Email').fill(colleague.email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Role' }).fill('view')
  await page.getByRole('option', { name: 'Viewer' }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('This person is already a member')).toBeVisible()
  await dialog.getByLabel('Email').fill(`someone-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('New Member Invited')).toBeVisible()
  // This server has no mail server, so the link has to be copied.
  const notSent = page.getByRole('dialog', { name: 'No email was sent to' })
  await expect(notSent.getByText(/\/invite#token=/)).toBeVisible()
  await expect(notSent.getByRole('button', { name: 'Done' })).toBeDisabled()
  await toggle(notSent.getByRole('checkbox'))
  await notSent.getByRole('button', { name: 'Done' }).click()

  const invited = page.getByRole('row').filter({ hasText: 'Invite sent' })
  await choose(invited.getByRole('button', { name: /^Actions for/ }), 'Resend invitation')
  await expect(notSent.getByText(/\/invite#token=/)).toBeVisible()
  await toggle(notSent.getByRole('checkbox'))
  await notSent.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row').filter({ hasText: colleague.email })
  await choose(row.getByRole('button', { name: /^Actions for/ }), 'Remove from organization')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('User Deleted')).toBeVisible()
  await expect(row).toBeHidden()
})

test('an organization gets a title and a logo, and its last owner stays', async ({ page, person }) => {
  await page.goto(`${person.settings}/organization`)
  await page.getByLabel('Console title').fill('Deccan Studio')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: /Deccan Studio/ })).toBeVisible()
  await expect(page).toHaveTitle('Organization · Deccan Studio')

  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose an image' }).click()
    await (await chooser).setFiles(file)
  }
  await choose({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Invalid format,Only images(.jpeg,png,jpg) are allowed')).toBeVisible()
  await choose({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
  await page.getByRole('button', { name: 'Save logo' }).click()
  const logo = page.getByRole('button', { name: /Deccan Studio/ }).locator('img')
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Leave organization' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(
    question.getByText('An organization needs an owner. Make another member an owner first'),
  ).toBeVisible()
})

test('a member who leaves an organization lands in another one of theirs', async ({ page }) => {
  const owner = await newPerson()
  const member = await joinAs(owner, await builtInRole(owner, 'viewer'))
  await signIn(page, member)
  await page.goto(`${member.settings}/organization`)
  await page.getByRole('button', { name: 'Leave organization' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/welcome/)
})

test('a signing key is created, and its file opens a video with signed playback', async ({
  page,
  person,
}) => {
  const { id, playbackId } = await readySample(person)
  await page.goto(`${person.settings}/signing-keys`)
  await page.getByRole('button', { name: 'New signing key' }).first().click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your signing key is ready' })
  const pem = await textOf(page, () => dialog.getByRole('button', { name: 'Download .pem' }).click())
  expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  const kid = (await dialog.locator('code').first().textContent()) ?? ''
  await toggle(dialog.getByRole('checkbox', { name: 'I have stored it safely' }))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: kid })).toContainText('Active')

  await page.goto(`${person.videos}/${id}/access`)
  await toggle(page.getByRole('switch', { name: 'Require signed playback' }))
  await expect(page.getByText('Playback is now signed')).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('These URLs need a token at the end')).toBeVisible()
  const hls = `${address}/play/${playbackId}.m3u8`
  await expect.poll(async () => (await fetch(hls)).status).toBe(403)
  expect((await fetch(`${hls}?token=${tokenFor(playbackId, kid, pem)}`)).status).toBe(200)
  await page.reload()
  await page.locator('media-play-button').click()
  await expectPlaying(page)

  await page.goto(`${person.settings}/signing-keys`)
  const row = page.getByRole('row').filter({ hasText: kid })
  await choose(row.getByRole('button', { name: /^Actions for/ }), 'Delete key')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByText('signing key deleted')).toBeVisible()
  await expect
    .poll(async () => (await fetch(`${hls}?token=${tokenFor(playbackId, kid, pem)}`)).status)
    .toBe(403)
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Saves the changes of a role and waits for the result. A box of a module changes the features that are in it. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save \d+ changes?$/ }).click()
  await expect(page.getByText(/^\d+ unsaved changes?$/)).toHaveCount(0)
}

/** Text of the downloaded file. */
async function textOf(page: Page, press: () => Promise<void>): Promise<string> {
  const downloading: Promise<Download> = page.waitForEvent('download')
  await press()
  return readFile(await (await downloading).path(), 'utf8')
}

/** A playback token (JWT, RS256), as signed by a customer's server. */
function tokenFor(playbackId: string, kid: string, pem: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: playbackId, aud: 'v', exp: Math.floor(Date.now() / 1000) + 600 }
  const signed = `${part({ alg: 'RS256', kid })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(pem)).toString('base64url')}`
}
