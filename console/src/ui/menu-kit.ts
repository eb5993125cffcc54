import { createContext, useContext } from 'react'
import type { Header, MenuItem, MenuSection } from 'react-aria-components/Menu'

interface Kit {
  readonly Item: typeof MenuItem
  readonly Section: typeof MenuSection
  readonly Head: typeof Header
}

/** The menu components of the library, passed down by an open menu: items need no code before a menu opens. */
export const MenuKit = createContext<Kit | undefined>(undefined)

export function useMenuKit(): Kit {
  const kit = useContext(MenuKit)
  if (!kit) throw new Error('a menu item outside of a menu')
  return kit
}
