import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { address, builtInRole, expect, joinAs, newPerson, readySample, signIn, test } from './fixtures.ts'

const looks = [
  { language: 'en', theme: 'light', width: 1440, height: 900 },
  { language: 'ar', theme: 'dark', width: 1440, height: 900 },
  { language: 'hi', theme: 'light', width: 390, height: 844 },
  { language: 'te', theme: 'dark', width: 390, height: 844 },
  { language: 'ar', theme: 'light', width: 390, height: 844 },
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

/** `shown`: what has to be there first, where it is not the page's heading. */
async function inspect(page: Page, language: string, theme: string, shown?: Locator): Promise<void> {
  await expect(shown ?? page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', new RegExp(`^${language}`))
  await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  await expect(html).toHaveAttribute('data-theme', theme)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  // Its preloading copies the player's style sheets into the page, which the content security policy refuses.
  const { violations } = await new AxeBuilder({ page }).options({ preload: false }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([])
}

for (const look of looks) {
  const { language, theme, width } = look
  test(`every screen is accessible in ${language}, ${theme}, ${width} wide`, async ({ page }) => {
    await dress(page, look)
    for (const path of ['/signin', '/signup']) {
      await page.goto(address + path)
      await inspect(page, language, theme)
    }
    const empty = await newPerson()
    await signIn(page, empty)
    await page.goto(empty.videos)
    await inspect(page, language, theme)

    const { id } = await readySample(empty)
    for (const path of ['', `/${id}`, '?phrase=nothing-like-this', '/0199a000-0000-7000-8000-000000000000']) {
      await page.goto(empty.videos + path)
      await inspect(page, language, theme)
    }
    await page.goto(empty.videos.replace(/videos$/, 'environments'))
    await inspect(page, language, theme)
  })
}

for (const look of looks) {
  const { language, theme, width } = look
  test(`Settings are accessible in ${language}, ${theme}, ${width} wide`, async ({ page, browser }) => {
    await dress(page, look)
    const owner = await newPerson()
    await signIn(page, owner)
    await page.goto(owner.settings)
    await inspect(page, language, theme)
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
    for (const path of ['organization', 'members', 'roles', `roles/${viewer}`, 'tokens', 'signing-keys']) {
      await page.goto(`${owner.settings}/${path}`)
      await inspect(page, language, theme)
    }
    await owner.call('POST', '/services/api/v1/signingkeys', { product: 'video' })
    const member = await joinAs(owner, viewer)
    for (const path of ['members', 'members?q=nobody-like-this', 'tokens?revoked=true', 'signing-keys']) {
      await page.goto(`${owner.settings}/${path}`)
      await inspect(page, language, theme)
    }
    for (const path of ['members?new=true', 'roles?new=true', 'tokens?new=true', 'signing-keys?new=true']) {
      await page.goto(`${owner.settings}/${path}`)
      await inspect(page, language, theme, page.getByRole('dialog'))
    }
    await page.goto(`${owner.settings}/roles/${ownRole}`)
    await page.getByRole('checkbox').nth(7).click({ force: true })
    await inspect(page, language, theme)

    const context = await browser.newContext()
    const theirs = await context.newPage()
    await dress(theirs, look)
    await signIn(theirs, member)
    await theirs.goto(`${owner.settings}/tokens`)
    await inspect(theirs, language, theme)
    await context.close()
  })
}
