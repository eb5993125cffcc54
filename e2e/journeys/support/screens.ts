import { allCalls, type Call, type CallName, problemBody } from '@kinora/contract'
import { test as base, expect, type Page } from '@playwright/test'
import { parseInput } from '../../../server/src/platform/http/parse-input.ts'
import { convertStrings, unknownParameters } from '../../../server/src/platform/http/query.ts'
import { Problem } from '../../../server/src/platform/problem.ts'
import { noteFaults } from './fixtures.ts'

export { expect }

/** As the gallery reports it (`console/gallery/screens/answers.ts`). */
interface Exchange {
  readonly call: CallName
  readonly params: Record<string, string>
  readonly query: Record<string, string | string[]>
  readonly body: unknown
  /** Null without an answer. */
  readonly status: number | null
  readonly answer: unknown
}

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
export const test = base.extend<{ screens: Screens }>({
  screens: async ({ page }, use) => {
    const exchanges: Exchange[] = []
    const faults: string[] = []
    noteFaults(page, faults)
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
    expect(faults).toEqual([])
    expect(exchanges.flatMap(mistakesIn)).toEqual([])
  },
})

/** Where a request or an answer differs from the contract. */
function mistakesIn({ call: name, params, query, body, status, answer }: Exchange): string[] {
  const call: Call = allCalls[name]
  const unknown = unknownParameters(call.query, query)
  const answered = status === null ? undefined : status < 400 ? call.answer : problemBody
  const mistakes = [
    ...unknown.map((parameter) => `query.${parameter}: Unknown parameter`),
    ...mistakesOf(call.params, call.params && convertStrings(call.params, params), 'params'),
    ...mistakesOf(call.query, call.query && convertStrings(call.query, query), 'query'),
    // A state can show how the server refuses a request.
    ...(status === 400 ? [] : mistakesOf(call.body, body, 'body')),
    ...mistakesOf(answered, answer, 'answer'),
  ]
  return mistakes.map((mistake) => `${name} ${mistake}`)
}

function mistakesOf(schema: Call['answer'], value: unknown, where: string): string[] {
  try {
    if (schema !== undefined) parseInput(schema, value, 'body')
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.extra.errors ?? []).map(({ path, message }) => `${where} ${path}: ${message}`)
  }
}
