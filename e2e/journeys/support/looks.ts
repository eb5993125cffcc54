import type { Browser, Locator, Page } from '@playwright/test'
import { patient } from '../../../server/src/testing/machine/patience.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, noteFaults, type Person, signIn, test } from './fixtures.ts'
import { picturesFolder, takePicture } from './pictures.ts'

interface Look {
  readonly language: 'en' | 'ar' | 'hi' | 'te'
  readonly theme: 'light' | 'dark'
  readonly width: number
}

const wide = 1440
const narrow = 390
const heights = new Map([
  [wide, 900],
  [narrow, 844],
])

const firstLook: Look = { language: 'en', theme: 'light', width: wide }

/** Both directions, themes and widths. Components are checked in the gallery in all four. */
export const checkedLooks: readonly [Look, Look] = [
  firstLook,
  { language: 'ar', theme: 'dark', width: narrow },
]

/** Languages with longer or taller text, and the width where that is likely to be cut off. */
const fittedLooks: readonly Look[] = [
  { language: 'hi', theme: 'light', width: wide },
  checkedLooks[1],
  { language: 'te', theme: 'dark', width: narrow },
]

/** Looks of the pictures that `npm run screens` takes. */
const picturedLooks: readonly Look[] = [
  { language: 'en', theme: 'light', width: wide },
  { language: 'ar', theme: 'dark', width: wide },
  { language: 'en', theme: 'light', width: narrow },
]

/** For tests that look at many pages one after another. */
export const manyPagesMs = patient(300_000)

export function nameOf({ language, theme, width }: Look): string {
  return `${language}, ${theme}, ${width} wide`
}

/** A page of the console. TanStack Router publishes itself. */
interface ConsoleWindow {
  readonly __TSR_ROUTER__: {
    readonly state: Readonly<
      Record<'location' | 'resolvedLocation', { readonly href: string } | undefined>
    > & {
      readonly status: 'pending' | 'idle'
    }
    navigate(to: { readonly href: string }): Promise<void>
  }
}

export interface Screen {
  readonly address: string
  /** The signed-in person, if any. */
  readonly person?: Person
  /** Actions before the check. */
  readonly act?: (page: Page) => Promise<unknown>
  /** The language and theme are not those of the console. */
  readonly isDressedAlike?: false
  /** Element that is visible when the screen is ready. The heading by default. */
  readonly shown?: (page: Page) => Locator
}

export const dialogOf = (page: Page): Locator => page.getByRole('dialog')

/** Tests that the screens of an area are accessible and fit the window in every language and width. Data is created
 * once for all looks, since checks change nothing. */
export function testScreens(what: string, seed: () => Promise<readonly Screen[]>): void {
  test.describe(what, () => {
    test.describe.configure({ mode: 'default', timeout: manyPagesMs })
    let screens: readonly Screen[]
    test.beforeAll(async () => {
      screens = await seed()
    })
    if (picturesFolder !== undefined) {
      for (const look of picturedLooks)
        test(`has a picture in ${nameOf(look)}`, ({ browser }) =>
          visit(browser, screens, look, (page, screen) =>
            takePicture(page, { look: nameOf(look), group: what, number: screens.indexOf(screen) + 1 }),
          ))
      return
    }
    test('are accessible and fit in every language', ({ browser }) => visitInAllLooks(browser, screens))
  })
}

/** Loads each screen once, and changes its language and theme as another tab does. axe examines it in one look, in turns:
 * colors and components are examined in all looks in the gallery. */
function visitInAllLooks(browser: Browser, screens: readonly Screen[]): Promise<void> {
  return visit(browser, screens, firstLook, async (page, screen) => {
    const examined = checkedLooks[screens.indexOf(screen) % 2 === 0 ? 0 : 1]
    if (examined === firstLook) await expectAccessible(page)
    for (const look of fittedLooks) {
      await change(page, look)
      await expectReady(page, screen, look)
      if (examined === look) await expectAccessible(page)
      await expectFitting(page)
    }
  })
}

export async function dress(page: Page, { language, theme, width }: Look): Promise<void> {
  await resize(page, width)
  await page.addInitScript(
    ([chosenLanguage, chosenTheme]) => {
      localStorage.setItem('kinora.device.language', chosenLanguage)
      localStorage.setItem('kinora.device.theme', chosenTheme)
    },
    [language, theme] as const,
  )
}

async function change(page: Page, { language, theme, width }: Look): Promise<void> {
  await resize(page, width)
  await page.evaluate(
    (values) => {
      for (const [name, value] of Object.entries(values)) {
        const key = `kinora.device.${name}`
        localStorage.setItem(key, value)
        dispatchEvent(new StorageEvent('storage', { key }))
      }
    },
    { language, theme },
  )
}

/** Expects the language, direction and theme of the page. */
export async function expectDressed(page: Page, { language, theme }: Look): Promise<void> {
  const worn = () =>
    page.evaluate(() => {
      const { lang, dir, dataset } = document.documentElement
      return [lang.slice(0, 2), dir, dataset.theme]
    })
  await expect.poll(worn).toEqual([language, language === 'ar' ? 'rtl' : 'ltr', theme])
}

async function visit(
  browser: Browser,
  screens: readonly Screen[],
  look: Look,
  check: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> {
  const pages = new Map<string | undefined, Page>()
  const last = new Map<Page, Screen>()
  const faults: string[] = []
  for (const screen of screens) {
    const { address, person, act } = screen
    await test.step(address, async () => {
      const page = pages.get(person?.token) ?? (await openPage(browser, look, person, faults))
      pages.set(person?.token, page)
      await resize(page, look.width)
      if (canGoOn(last.get(page), screen)) await goOn(page, look, address)
      else await page.goto(address)
      last.set(page, screen)
      await act?.(page)
      await expectReady(page, screen, look)
      // Exactly one tab is current.
      const current = 'a[aria-current=page]'
      const wrong = `nav[data-tab-links]:not(:has(${current})), nav[data-tab-links] ${current} ~ ${current}`
      await expect(page.locator(wrong)).toHaveCount(0)
      await check(page, screen)
      expect(faults).toEqual([])
    })
  }
  for (const page of pages.values()) await page.context().close()
}

/** Whether the page is at a screen of the console as it was loaded, from which it can open this one. */
function canGoOn(last: Screen | undefined, next: Screen): boolean {
  return last !== undefined && !last.act && isInConsole(last) && isInConsole(next)
}

function isInConsole({ person, address }: Screen): boolean {
  return person !== undefined && new URL(address).pathname.startsWith(`/${person.environmentId}/`)
}

/** Opens a screen as a link in the console does, which does not compile the code again. */
async function goOn(page: Page, look: Look, address: string): Promise<void> {
  await change(page, look)
  await page.evaluate((url) => {
    const { pathname, search, hash } = new URL(url)
    return (window as unknown as ConsoleWindow).__TSR_ROUTER__.navigate({ href: pathname + search + hash })
  }, address)
  const isThere = () =>
    page.evaluate(() => {
      const { status, location, resolvedLocation } = (window as unknown as ConsoleWindow).__TSR_ROUTER__.state
      return status === 'idle' && location?.href === resolvedLocation?.href
    })
  await expect.poll(isThere).toBe(true)
}

async function expectReady(page: Page, { shown, isDressedAlike }: Screen, look: Look): Promise<void> {
  await expect((shown?.(page) ?? page.getByRole('heading', { level: 1 })).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  if (isDressedAlike !== false) await expectDressed(page, look)
}

async function openPage(
  browser: Browser,
  look: Look,
  person: Person | undefined,
  faults: string[],
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  noteFaults(page, faults)
  await dress(page, look)
  if (person) await signIn(page, person)
  return page
}

/** Expects no cut-off content and no horizontal scrolling. */
export async function expectFitting(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

export async function resize(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width === width) return
  await page.setViewportSize({ width, height: heights.get(width) ?? 0 })
}
