import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Expects no axe violations on the page, except of the named rules. Runs axe directly: its builder for Playwright adds
 * the 500 kB of axe to the page again for each run, which takes as long as the run. */
export async function expectAccessible(page: Page, leftOut: readonly string[] = []): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (left) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      // Preloading copies the player's style sheets into the page, which the content security policy refuses.
      preload: false,
      resultTypes: ['violations'],
      rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, leftOut)
  expect(found).toEqual([])
}
