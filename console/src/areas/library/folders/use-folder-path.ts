import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useRights, useWorkspace } from '../../identity'
import { folderPath } from './folders'
import { folderTreeQuery } from './queries'

/** Describes the folder of a video: "News / Field"; undefined outside of folders and while they are loading. The folders
 * are loaded only if needed. */
export function useFolderPath(isNeeded: boolean): (folderId: string | null) => string | undefined {
  const { environment } = useWorkspace()
  const { read } = useRights('DAM', 'Folder')
  const { data: tree } = useQuery({ ...folderTreeQuery(environment.id), enabled: read && isNeeded })
  return useCallback(
    (folderId) => {
      const path = folderPath(tree ?? [], folderId)
      return path.length === 0 ? undefined : path.map(({ name }) => name).join(' / ')
    },
    [tree],
  )
}
