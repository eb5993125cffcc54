import { below, useMedia } from '../../lib/media'

/** Whether the side bar shows only its icons. */
export function useFolded(): boolean {
  return useMedia(below.lg)
}
