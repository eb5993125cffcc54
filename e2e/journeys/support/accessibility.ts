import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no axe violations on the page and its own frames, except of the named rules. */
export async function expectAccessible(page: Page, leftOut: readonly string[] = []): Promise<void> {
  // axe's preloading copies the player's style sheets into the page, which the content security policy refuses. The
  // legacy mode omits frames of other origins, of which there are none, and is more than twice as fast.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ preload: false, resultTypes: ['violations'] })
    .disableRules([...leftOut])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
