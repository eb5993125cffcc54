import { useText } from '../../../lib/i18n'
import { chooseFiles, onlyVideos, uploads } from '../../../lib/upload'
import { toast } from '../../../ui/toast-store'
import { useWorkspace } from '../../identity'
import { useUploadPolicy, useUploadProfile } from '../preferences'
import { useOpenFolder } from './open-folder'

/** Queues files for the open folder, and reports skipped ones. */
export function useAddFiles({ isTest = false } = {}): (files: readonly File[]) => void {
  const t = useText()
  const { user, environment } = useWorkspace()
  const [playbackPolicy] = useUploadPolicy()
  const [encodingProfileId] = useUploadProfile()
  const folderId = useOpenFolder()
  return (files) => {
    const { videos, others } = onlyVideos(files)
    if (files.length === 0) toast({ text: t('messages.fileRequired'), tone: 'bad' })
    else if (videos.length === 0) toast({ text: t('messages.videoFormat'), tone: 'bad' })
    else if (others > 0) {
      const name = files.find((file) => !videos.includes(file))?.name ?? ''
      toast({ text: t('library:upload.leftOut', { count: others, name }) })
    }
    const scope = { userId: user.id, environmentId: environment.id }
    uploads.add(videos, scope, { playbackPolicy, folderId, encodingProfileId, isTest })
  }
}

export function useChooseFiles(wish: { isTest?: boolean } = {}): (what: 'files' | 'folder') => void {
  const add = useAddFiles(wish)
  return (what) => void chooseFiles(what).then(add)
}
