import { below, useMedia } from '../../lib/media'

/** Whether the sidebar is collapsed to icons. */
export function useFolded(): boolean {
  return useMedia(below.lg)
}
