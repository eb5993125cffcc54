import { expect, type Locator } from '@playwright/test'

/** Opens a menu by its button, chooses an entry and waits until the menu has closed. The button may be one that its
 * row shows only under the pointer. */
export async function choose(button: Locator, entry: string): Promise<void> {
  const menu = button.page().getByRole('menu')
  await button.hover()
  await button.click()
  await menu.getByRole('menuitem', { name: entry }).first().click()
  await expect(menu).toBeHidden()
}
