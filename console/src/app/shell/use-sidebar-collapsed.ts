import { below, useMedia } from '../../lib/media'

/** Whether the sidebar is collapsed to icons. */
export function useSidebarCollapsed(): boolean {
  return useMedia(below.lg)
}
