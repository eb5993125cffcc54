import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { chooseFile, type UploadView, uploads } from '../../../lib/upload'
import { toast } from '../../../ui/toast-store'
import { useChooseFiles } from './use-add-files'

/** Asks for the file of an interrupted upload. An upload for an existing video accepts only its own file. */
export function useReselectFile({ id, kind, fileName: name, isTest }: UploadView): () => void {
  const t = useText()
  const chooseVideos = useChooseFiles({ isTest })
  if (kind === 'source') return () => chooseVideos('files')
  return () =>
    void chooseFile(kind).then((file) => {
      if (file && !uploads.resumeWithFile(id, file))
        toast({ text: t('library:tray.otherFile', { name: isolate(name) }), tone: 'bad' })
    })
}
