import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { builtInRole, expect, joinAs, type Person, signIn, test } from '../support/fixtures.ts'

const signed = `?policy=${encodeURIComponent('["signed"]')}`

const open = (page: Page) => page.getByRole('button', { name: 'Saved views', exact: true }).click()
const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByLabel('View name')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

function act(page: Page, name: string, action: string): Promise<void> {
  return choose(page.getByRole('button', { name: `Actions for ${name}` }), action, { byKey: true })
}

/** Two videos, one of them signed. */
async function twoVideos(person: Person): Promise<void> {
  const upload = { fileSize: 1000, playbackPolicy: 'public' }
  await person.call('POST', '/video/api/v1/uploads', { ...upload, fileName: 'match.mp4' })
  const festival = { ...upload, fileName: 'festival.mp4', playbackPolicy: 'signed' }
  await person.call('POST', '/video/api/v1/uploads', festival)
}

test('a view is saved by name, opened on another device, and shared with colleagues', async ({
  page,
  person,
  browser,
}) => {
  await twoVideos(person)
  await page.goto(person.videos + signed)
  await expect(row(page, 'festival')).toBeVisible()
  const tab = page.getByRole('navigation', { name: 'Video lists' }).getByRole('link', { name: 'Videos' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await open(page)
  await field(page).fill('Signed <b>ones</b>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“⁨Signed <b>ones</b>⁩” saved')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await open(page)
  await expect(view(page, 'Signed <b>ones</b> Current view')).toBeVisible()
  await field(page).fill('signed <B>ONES</B>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This name is already in use')).toBeVisible()
  await act(page, 'Signed <b>ones</b>', 'Rename')
  await expect(page.getByLabel('New name for')).toBeFocused()
  await page.getByLabel('New name for').fill('By token')
  await page.keyboard.press('Enter')
  await expect(view(page, 'By token Current view')).toBeFocused()
  await expectAccessible(page)

  const device = await browser.newPage()
  await signIn(device, person)
  await device.goto(person.videos)
  await expect(row(device, 'match')).toBeVisible()
  await open(device)
  await view(device, 'By token').click()
  await expect(device).toHaveURL(/signed/)
  await expect(row(device, 'match')).toHaveCount(0)
  await device.getByRole('searchbox').fill('festival')
  await expect(device).toHaveURL(/q=festival/)
  await open(device)
  await act(device, 'By token', 'Update with the current filters')
  await expect(view(device, 'By token Current view')).toBeVisible()
  await act(device, 'By token', 'Share with everyone in this environment')
  await expect(view(device, 'By token Shared with everyone in this environment Current view')).toBeVisible()
  await device.close()

  const reader = await joinAs(person, await builtInRole(person, 'viewer'))
  const colleague = await browser.newPage()
  await signIn(colleague, reader)
  await colleague.goto(reader.videos + signed)
  await open(colleague)
  await expect(colleague.getByRole('heading', { name: 'Shared by others' })).toBeVisible()
  await expect(field(colleague)).toBeVisible()
  await expect(colleague.getByText('Share with everyone in this environment')).toHaveCount(0)
  await expect(colleague.getByRole('button', { name: 'Actions for By token' })).toHaveCount(0)
  await view(colleague, 'By token Ananya Rao Iyer').click()
  await expect(colleague).toHaveURL(/q=festival/)
  await colleague.close()
})
