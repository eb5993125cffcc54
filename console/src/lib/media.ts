import { useSyncExternalStore } from 'react'

/** The breakpoints of `app/app.css` at which the shell changes its layout. */
export const below = { sm: '(max-width: 639.9px)', md: '(max-width: 1023.9px)', lg: '(max-width: 1279.9px)' }

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
