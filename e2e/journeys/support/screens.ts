import type { CallName } from '@kinora/contract'
import type { Page } from '@playwright/test'
import { type Exchange, mistakesIn } from '../../../server/src/testing/contract/exchange.ts'
import config from '../../playwright.config.ts'
import { expect, test as journeys, noteFaults } from './fixtures.ts'

export { expect }

interface Screens {
  /** Opens a state of the gallery, with nothing stored in the browser. */
  show(state: string, language?: 'en' | 'ar'): Promise<void>
  /** Opens a state in another tab of the same browser, which the test closes. */
  showInTab(state: string): Promise<Page>
  /** Sends the answers that the state gives `later`. */
  answer(): Promise<void>
  /** Bodies of the requests to a call so far. */
  sent(call: CallName): unknown[]
}

/** A page of the gallery, and its reports since the test began. */
interface Gallery {
  readonly page: Page
  readonly exchanges: Exchange[]
  readonly faults: string[]
}

export const galleryUrl = process.env.KINORA_GALLERY_URL ?? ''

const { viewport, locale, timezoneId, contextOptions } = config.use ?? {}

/** Tests of screens in states of the gallery. Every request and every recorded answer has to fit the contract. */
export const test = journeys.extend<{ screens: Screens }, { gallery: Gallery }>({
  // All tests of a worker use one page: it loads a state four times as fast as a new page, which compiles the code.
  gallery: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(locale !== undefined && { locale }),
        ...(timezoneId !== undefined && { timezoneId }),
      })
      const gallery: Gallery = { page: await context.newPage(), exchanges: [], faults: [] }
      noteFaults(gallery.page, gallery.faults)
      await context.exposeFunction('noteExchange', (exchange: Exchange) => gallery.exchanges.push(exchange))
      // The last test may have left unsaved changes.
      gallery.page.on('dialog', (dialog) => dialog.accept())
      await use(gallery)
      await context.close()
    },
    { scope: 'worker' },
  ],

  page: ({ gallery }, use) => use(gallery.page),

  screens: async ({ gallery: { page, exchanges, faults } }, use) => {
    exchanges.length = 0
    faults.length = 0
    if (viewport) await page.setViewportSize(viewport)
    await use({
      show: async (state, language = 'en') => {
        await page.goto(`${galleryUrl}screens/${state}?language=${language}`)
      },
      showInTab: async (state) => {
        const tab = await page.context().newPage()
        noteFaults(tab, faults)
        await tab.goto(`${galleryUrl}screens/${state}`)
        return tab
      },
      answer: async () => {
        await page.evaluate(() => dispatchEvent(new Event('gallery:answer')))
      },
      sent: (call) => exchanges.filter((exchange) => exchange.call === call).map(({ body }) => body),
    })
    expect(faults).toEqual([])
    expect(exchanges.flatMap(mistakesIn)).toEqual([])
  },
})
