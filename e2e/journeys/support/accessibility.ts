import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules left out after a button was busy for some seconds: the announcer names it, also when it is gone. */
export const announced = ['role-img-alt'] as const

/** Expects no axe violations on the page, except of the named rules. Runs axe directly: its builder for Playwright adds
 * the 650 kB of axe to the page again for each run, which takes as long as the run. */
export async function expectAccessible(page: Page, leftOut: readonly string[] = []): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
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
