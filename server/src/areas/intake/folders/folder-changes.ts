import { changeRecorder } from '../../../platform/events/changes.ts'
import type { WatchFileRow, WatchFolderRow } from '../tables.ts'

type FolderRow = Pick<WatchFolderRow, 'id' | 'environmentId' | 'name' | 'reason' | 'isPaused'>
type Verb = 'created' | 'updated' | 'deleted' | 'paused' | 'resumed' | 'failing' | 'recovered'

/** Records a change of a watched folder. What Kinora finds out itself is an event only. */
export const recordFolder = changeRecorder((row: FolderRow, verb: Verb) => {
  const { id, environmentId, name, reason, isPaused } = row
  const object = { type: 'watch_folder', id, name } as const
  const data = { watchFolderId: id, name, reason, isPaused }
  switch (verb) {
    case 'failing':
    case 'recovered':
      return { environmentId, object, event: { type: `video.watch_folder.${verb}` as const, data } }
    case 'paused':
    case 'resumed': {
      const action = `watch_folder.${verb}` as const
      return { environmentId, object, action, event: { type: `video.watch_folder.${verb}` as const, data } }
    }
    default:
      return { environmentId, object, action: `watch_folder.${verb}` as const }
  }
})

interface FileOfFolder {
  readonly folder: FolderRow & Pick<WatchFolderRow, 'isImport' | 'accountId'>
  readonly file: Pick<WatchFileRow, 'id' | 'path' | 'reason'>
}

/** Records that a file failed, or that a person has it taken. */
export const recordFile = changeRecorder(({ folder, file }: FileOfFolder, verb: 'failed' | 'taken') => {
  const { id, environmentId, name, accountId } = folder
  if (folder.isImport && accountId !== null) {
    const own = { type: 'cloud_account', id: accountId, name } as const
    const data = { cloudAccountId: accountId, name, fileId: file.id, path: file.path, reason: file.reason }
    return { environmentId, object: own, event: { type: 'video.cloud_account.import_failed', data } }
  }
  const object = { type: 'watch_folder', id, name } as const
  if (verb === 'taken') return { environmentId, object, action: 'watch_folder.file_taken' }
  const data = { watchFolderId: id, name, fileId: file.id, path: file.path, reason: file.reason }
  return { environmentId, object, event: { type: 'video.watch_folder.file_failed', data } }
})
