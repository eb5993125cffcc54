import type { Locator, Page } from '@playwright/test'

/** A menu of the player. */
export interface PlayerMenu {
  readonly entries: Locator
  readonly chosen: Locator
  choose(entry: string): Promise<void>
}

export function playerMenu(page: Page, name: string): PlayerMenu {
  const entries = page.locator(`[role=menu][aria-label="${name}"] [role=menuitemradio]`)
  return {
    entries,
    chosen: page.locator(`[role=menu][aria-label="${name}"] [aria-checked=true]`),
    async choose(entry) {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('menuitemradio', { name: entry, exact: true }).click()
    },
  }
}
