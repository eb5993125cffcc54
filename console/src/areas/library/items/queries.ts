import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import type { ItemIds } from '../parts/item'
import { useLibrary } from '../queries'

/** Moves items to the trash, or deletes them permanently. */
export function useDeleteItems() {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: async ({ folders, contents, permanently }: ItemIds & { permanently: boolean }) => {
      if (contents.length > 0)
        await api('deleteContents', { environmentId, body: { ids: [...contents], permanently } })
      for (const id of folders) {
        await api('deleteCollection', { environmentId, params: { id }, query: { permanently } })
      }
    },
    onSettled: refresh,
  })
}

export function useRestoreItems() {
  const { environmentId, refresh } = useLibrary()
  return useMutation({
    mutationFn: async ({ folders, contents }: ItemIds) => {
      // Folders first: a video returns to its folder only if the folder exists.
      for (const id of folders) await api('restoreCollection', { environmentId, params: { id } })
      if (contents.length > 0) await api('restoreContents', { environmentId, body: { ids: [...contents] } })
    },
    onSettled: refresh,
  })
}
