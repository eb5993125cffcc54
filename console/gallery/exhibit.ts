import type { ComponentType } from 'react'

/** Components of `src/ui` on a page of their own, in all states that can be seen at once. */
export interface Exhibit {
  /** Its address: `#fields`. */
  readonly name: string
  /** Files of `src/ui` that it shows. A check reads them: each file is shown once. */
  readonly files: readonly string[]
  readonly Show: ComponentType
  /** The role of what opens when its first button or link is pressed. Without it, everything is there at once. */
  readonly opens?: 'alertdialog' | 'dialog' | 'listbox' | 'menu' | 'region' | 'tooltip'
  /** Rules of axe that do not apply to what opens. */
  readonly leftOut?: readonly string[]
  /** It is a whole page and brings its own `h1`. */
  readonly isPage?: boolean
}
