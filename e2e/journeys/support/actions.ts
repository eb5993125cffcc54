import { expect, type Locator, type Page } from '@playwright/test'
import { patient } from '../../../server/src/testing/machine/patience.ts'

interface Choice {
  readonly role?: 'menuitem' | 'menuitemradio'
  /** The part of the menu that has the entry. */
  readonly group?: string
  /** Opens the menu by the Enter key. */
  readonly byKey?: true
}

/** Longest wait for one press, in ms. Then the menu is opened again. */
const pressLimit = patient(5_000)

/** Presses a button until what it opens is there. A screen that still loads can move the button away from a press. */
export async function openBy(button: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    if (await opened.isHidden()) await press(button)
    await expect(opened).toBeVisible({ timeout: pressLimit })
  }).toPass()
}

/** Opens a menu by its button, which may be one that its row shows only under the pointer. Opens it again if it closes
 * before it is seen: a menu closes when the screen below it moves, as it does while parts of it load. */
export async function openMenu(button: Locator, { byKey }: Pick<Choice, 'byKey'> = {}): Promise<Locator> {
  const menu = button.page().getByRole('menu')
  await expect(async () => {
    if (await menu.isHidden()) await press(button, byKey)
    await expect(menu).toBeVisible({ timeout: pressLimit })
  }).toPass()
  return menu
}

/** Opens a menu by its button, chooses an entry and waits until the menu has closed. The entry may open another menu. */
export async function choose(
  button: Locator,
  entry: string,
  { role = 'menuitem', group, byKey }: Choice = {},
): Promise<void> {
  const page = button.page()
  const menu = page.getByRole('menu')
  const part = group === undefined ? menu : menu.getByRole('group', { name: group })
  const item = part.getByRole(role, { name: entry }).first()
  await expect(async () => {
    if (await menu.isHidden()) await press(button, byKey)
    await item.click({ timeout: pressLimit })
  }).toPass()
  await expect(menu.filter({ has: page.getByRole(role, { name: entry }) })).toBeHidden()
}

/** Selects an option of the field with this label. */
export async function select(page: Page, label: string, option: string): Promise<void> {
  const list = page.getByRole('listbox', { name: label })
  await openBy(page.getByRole('button', { name: new RegExp(`${label}$`) }), list)
  await list.getByRole('option', { name: option }).click()
  await expect(list).toBeHidden()
}

async function press(button: Locator, byKey?: Choice['byKey']): Promise<void> {
  if (byKey) return button.press('Enter', { timeout: pressLimit })
  await button.hover({ timeout: pressLimit })
  await button.click({ timeout: pressLimit })
}

/** Clicks the label of a checkbox or a switch, which covers it. Waits while a toast covers both. */
export async function toggle(box: Locator): Promise<void> {
  await box.locator('..').click()
}
