import { useSyncExternalStore } from 'react'

/** The overlay on top of the screen; one at a time. */
type Overlay = 'palette' | 'keys' | 'logOut' | 'more' | 'organization'

const watchers = new Set<() => void>()
let shown: Overlay | undefined

export function showOverlay(overlay: Overlay | undefined): void {
  shown = overlay
  for (const watcher of watchers) watcher()
}

export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => shown,
  )
}
