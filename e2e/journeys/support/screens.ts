import type { CallName } from '@kinora/contract'
import type { Page } from '@playwright/test'
import { type Exchange, mistakesIn } from '../../../server/src/testing/contract/exchange.ts'
import { expect, test as journeys, noteFaults } from './fixtures.ts'

export { expect }

interface Screens {
  /** Opens a state of the gallery, possibly in another tab. */
  show(state: string, tab?: Page): Promise<void>
  /** Sends the answers that the state gives `later`. */
  answer(): Promise<void>
  /** Bodies of the requests to a call so far. */
  sent(call: CallName): unknown[]
}

export const galleryUrl = process.env.KINORA_GALLERY_URL ?? ''

/** Tests of screens in states of the gallery. Every request and every recorded answer has to fit the contract. */
export const test = journeys.extend<{ screens: Screens }>({
  screens: async ({ page, faults }, use) => {
    const exchanges: Exchange[] = []
    await page.context().exposeFunction('noteExchange', (exchange: Exchange) => exchanges.push(exchange))
    await use({
      show: async (state, tab = page) => {
        if (tab !== page) noteFaults(tab, faults)
        await tab.goto(`${galleryUrl}screens/${state}`)
      },
      answer: async () => {
        await page.evaluate(() => dispatchEvent(new Event('gallery:answer')))
      },
      sent: (call) => exchanges.filter((exchange) => exchange.call === call).map(({ body }) => body),
    })
    expect(exchanges.flatMap(mistakesIn)).toEqual([])
  },
})
