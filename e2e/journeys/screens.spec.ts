import type { Page } from '@playwright/test'
import { newImport } from '../../server/src/testing/sheets.ts'
import { expectAccessible } from './accessibility.ts'
import {
  address,
  builtInRole,
  clientOf,
  expect,
  invite,
  joinAs,
  newAddress,
  newAdministrator,
  newPerson,
  type Person,
  readySample,
  signIn,
  test,
} from './fixtures.ts'
import { linkIn, mailTo } from './mailbox.ts'

const looks = [
  { language: 'en', theme: 'light', width: 1440, height: 900 },
  { language: 'ar', theme: 'dark', width: 1440, height: 900 },
  { language: 'hi', theme: 'light', width: 390, height: 844 },
  { language: 'te', theme: 'dark', width: 390, height: 844 },
] as const

async function dress(page: Page, { language, theme, width, height }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.addInitScript(
    ([chosenLanguage, chosenTheme]) => {
      localStorage.setItem('kinora.device.language', chosenLanguage)
      localStorage.setItem('kinora.device.theme', chosenTheme)
    },
    [language, theme] as const,
  )
}

/** A folder with a folder and a video in it, and a folder and a video in the trash. */
async function foldersOf(person: Person): Promise<{ folder: string; trashed: string }> {
  const base = '/video/api/v1'
  const make = async (name: string, parentCollectionUUID: string | null) =>
    String((await person.call('POST', `${base}/asset_collections`, { name, parentCollectionUUID })).id)
  const folder = await make('Sport', null)
  await make('Round 11', folder)
  const { id: shown } = await person.call('POST', `${base}/contents/sample`)
  await person.call('POST', `${base}/contents/bulk_move`, { ids: [shown], assetCollectionUUID: folder })
  const { id: trashed } = await readySample(person)
  await person.call('DELETE', `${base}/contents/${trashed}`)
  await person.call('DELETE', `${base}/asset_collections/${await make('Old rushes', null)}`)
  return { folder, trashed }
}

async function inspect(
  page: Page,
  { language, theme }: (typeof looks)[number],
  shown = page.getByRole('heading', { level: 1 }),
): Promise<void> {
  await expect(shown.first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', new RegExp(`^${language}`))
  await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  await expect(html).toHaveAttribute('data-theme', theme)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page)
}

for (const look of looks) {
  const { language, theme, width } = look
  test(`every way in is accessible in ${language}, ${theme}, ${width} wide`, async ({ page }) => {
    await dress(page, look)
    for (const path of ['/signin', '/signup', '/reset', '/invite', '/signin/google']) {
      await page.goto(address + path)
      await inspect(page, look)
    }
    const [owner, guest] = [await newPerson(), newAddress()]
    await invite(owner, guest, 'media-team')
    const link = address + linkIn(await mailTo(guest))
    const form = page.getByRole('main').locator('form')
    await page.goto(link)
    await inspect(page, look, form)
    await page.goto(`${address}/reset#email=${guest}`)
    await form.locator('button').click()
    await expect(page).toHaveURL(/step=code/)
    await page.reload()
    await inspect(page, look, form)
    await signIn(page, owner)
    await page.goto(link)
    await inspect(page, look, page.getByRole('main').locator('button'))
  })

  test(`every screen is accessible in ${language}, ${theme}, ${width} wide`, async ({ page }) => {
    await dress(page, look)
    const empty = await newPerson()
    await signIn(page, empty)
    await page.goto(empty.videos)
    await inspect(page, look)

    const { id } = await readySample(empty)
    await empty.call('POST', `/video/api/v1/contents/${id}/thumbnails`, { time: 1 })
    await empty.call('POST', `/video/api/v1/contents/${id}/subtitles`, {
      name: 'العربية',
      languageCode: 'ar',
      closedCaptions: true,
      text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nاسمعي، هناك أمر كان يجب أن أخبرك به منذ زمن.',
    })
    for (const path of [
      '',
      `/${id}`,
      `/${id}/clips`,
      `/${id}/thumbnails`,
      `/${id}/subtitles`,
      '?phrase=nothing-like-this',
      '/0199a000-0000-7000-8000-000000000000',
    ]) {
      await page.goto(empty.videos + path)
      await inspect(page, look)
    }
    for (const path of ['environments', 'account', 'administration']) {
      await page.goto(`${address}/${empty.environmentId}/${path}`)
      await inspect(page, look)
    }
    for (const screen of ['api-docs?call=createUpload', 'events-logs', 'events-logs?tab=logs']) {
      await page.goto(empty.videos.replace(/videos$/, screen))
      await inspect(page, look)
    }
    for (const dialog of ['password', 'factor', 'organization']) {
      await page.goto(`${address}/${empty.environmentId}/account?dialog=${dialog}`)
      await inspect(page, look, page.getByRole('dialog'))
    }
  })

  test(`folders and the trash are accessible in ${language}, ${theme}, ${width} wide`, async ({
    page,
    person,
  }) => {
    await dress(page, look)
    await page.goto(`${address}/${person.environmentId}/dam`)
    await inspect(page, look)
    const { folder, trashed } = await foldersOf(person)
    for (const path of [
      '',
      `?folder=${folder}`,
      `?folder=${folder}&view=grid`,
      '?q=nothing-like-this',
      '/trash',
    ]) {
      await page.goto(`${address}/${person.environmentId}/dam${path}`)
      await inspect(page, look)
    }
    await page.goto(`${person.videos}/${trashed}`)
    await inspect(page, look)
    await page.goto(`${address}/${person.environmentId}/dam?add=folder`)
    await inspect(page, look, page.getByRole('dialog'))
  })

  test(`administration is accessible in ${language}, ${theme}, ${width} wide`, async ({ page }) => {
    await dress(page, look)
    const admin = await newAdministrator()
    await signIn(page, admin)
    for (const path of ['', '?q=nothing-like-this', '/organizations']) {
      await page.goto(`${address}/${admin.environmentId}/administration${path}`)
      await inspect(page, look)
      const first = page.locator('tbody tr[data-key] button').first()
      if ((await first.count()) === 0) continue
      await first.click()
      await inspect(page, look, page.getByRole('dialog'))
    }
  })
}

test('the page with the player alone is accessible', async ({ page }) => {
  const { playbackId } = await readySample(await newPerson())
  await page.goto(`${address}/embed/${playbackId}`)
  await expect(page.locator('media-play-button')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample video')
  await expectAccessible(page)
})

for (const look of looks) {
  const { language, theme, width } = look
  test(`Settings are accessible in ${language}, ${theme}, ${width} wide`, async ({ page, browser }) => {
    await dress(page, look)
    const owner = await newPerson()
    await signIn(page, owner)
    await page.goto(owner.settings)
    await inspect(page, look)
    const viewer = await builtInRole(owner, 'viewer')
    const { id: ownRole } = await owner.call(
      'POST',
      `/services/api/v1/organizations/${owner.organizationId}/roles`,
      {
        name: 'News desk editor',
        permissions: '{"Videos":{"Video":{"read":true}},"Settings":{"User":{"read":true}}}',
      },
    )
    const { id: revoked } = await owner.call('POST', '/services/api/v1/api-access-tokens', {
      name: 'Old website',
      permission: ['read', 'write'],
    })
    await owner.call('DELETE', `/services/api/v1/api-access-tokens/${revoked}`)
    for (const path of [
      'organization',
      'members',
      'roles',
      `roles/${viewer}`,
      'tokens',
      'signing-keys',
      'webhooks',
      'encoding-profiles',
    ]) {
      await page.goto(`${owner.settings}/${path}`)
      await inspect(page, look)
    }
    await owner.call('POST', '/services/api/v1/signingkeys', { product: 'video' })
    const member = await joinAs(owner, viewer)
    for (const path of ['members', 'members?q=nobody-like-this', 'tokens?revoked=true', 'signing-keys']) {
      await page.goto(`${owner.settings}/${path}`)
      await inspect(page, look)
    }
    for (const path of [
      'members?new=true',
      'roles?new=true',
      'tokens?new=true',
      'signing-keys?new=true',
      'webhooks?new=true',
      'encoding-profiles?new=true',
    ]) {
      await page.goto(`${owner.settings}/${path}`)
      await inspect(page, look, page.getByRole('dialog'))
    }
    await page.goto(`${owner.settings}/roles/${ownRole}`)
    await page.getByRole('checkbox').nth(7).click({ force: true })
    await inspect(page, look)

    const context = await browser.newContext()
    const theirs = await context.newPage()
    await dress(theirs, look)
    await signIn(theirs, member)
    await theirs.goto(`${owner.settings}/tokens`)
    await inspect(theirs, look)
    await context.close()
  })
}

for (const look of [looks[1], looks[3]]) {
  const { language, theme, width } = look
  test(`bulk import is accessible in ${language}, ${theme}, ${width} wide`, async ({ page, person }) => {
    await dress(page, look)
    const rows = [['URL', 'Title'], ['https://videos.invalid/a.mp4', 'First goal'], ['goal']]
    const { id } = await newImport(clientOf(person), rows)
    for (const path of ['', `/${id}`]) {
      await page.goto(`${person.videos}/import${path}`)
      await inspect(page, look)
    }
    await person.call('POST', `/video/api/v1/imports/${id}/start`)
    await page.reload()
    await inspect(page, look)
  })
}
