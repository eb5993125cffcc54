// Slow: axe examines all components in four looks.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  checkedLooks,
  dress,
  expectDressed,
  expectFitting,
  manyPagesMs,
  nameOf,
  resize,
} from '../support/looks.ts'
import { galleryUrl } from '../support/screens.ts'

/** Each language in both themes and widths. */
const looks = checkedLooks.flatMap((look) => [
  look,
  {
    ...look,
    theme: look.theme === 'light' ? 'dark' : 'light',
    width: look.width === 390 ? 1440 : 390,
  } as const,
])

test.describe.configure({ mode: 'default', timeout: manyPagesMs })

for (const look of looks)
  test(`every component is accessible and fits in ${nameOf(look)}`, async ({ page }) => {
    await dress(page, look)
    for (const { name, opens, leftOut } of await exhibitsOn(page))
      await test.step(name, async () => {
        await resize(page, look.width)
        await page.goto(`${galleryUrl}#${name}`)
        await expect(page.locator(`main[data-shown="${name}"]`)).toBeVisible()
        await expectDressed(page, look)
        const opened = opens === undefined ? null : await open(page, opens)
        await expectAccessible(page, leftOut)
        if (opened) await expect(opened).toBeVisible()
        await expectFitting(page)
      })
  })

interface Exhibit {
  readonly name: string
  /** Role of the element that the first button opens. */
  readonly opens: Parameters<Page['getByRole']>[0] | undefined
  /** axe rules that do not apply to this element. */
  readonly leftOut: readonly string[]
}

async function exhibitsOn(page: Page): Promise<Exhibit[]> {
  await page.goto(galleryUrl)
  const links = page.getByRole('main').getByRole('link')
  await expect(links.first()).toBeVisible()
  return links.evaluateAll((all) =>
    all.map((link) => ({
      name: link.textContent,
      opens: link.dataset.opens as Exhibit['opens'],
      leftOut: link.dataset.leftOut?.split(' ').filter(Boolean) ?? [],
    })),
  )
}

async function open(page: Page, role: NonNullable<Exhibit['opens']>): Promise<Locator> {
  const trigger = page.getByRole('main').locator('a, button').first()
  if (role === 'tooltip') await page.keyboard.press('Tab')
  else await trigger.click()
  const opened = page.getByRole(role).first()
  await expect(opened).toBeVisible()
  return opened
}
