import type { ComponentType } from 'react'

/** Components of `src/ui` on one page, in all states that fit on it. */
export interface Exhibit {
  /** The name in its address: `?show=fields`. */
  readonly name: string
  /** The files of `src/ui` that it shows. */
  readonly files: readonly string[]
  readonly Show: ComponentType
  /** The role of the element that its first button or link opens; undefined if everything is visible. */
  readonly opens?: 'alertdialog' | 'dialog' | 'listbox' | 'menu' | 'region' | 'tooltip'
  /** The open element hides the rest of the page from screen readers, although its fields stay focusable. */
  readonly hidesRest?: boolean
  /** It is a whole page with its own `h1`. */
  readonly isPage?: boolean
}
