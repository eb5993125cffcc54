import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { chooseFile, type UploadView, uploads } from '../../../lib/upload'
import { toast } from '../../../ui/toast-store'
import { useChooseFiles } from './use-add-files'

/** Asks for the file of an upload again. What was begun for a video that is there takes its own file and no other. */
export function useChooseAgain({ id, kind, fileName: name, isTest }: UploadView): () => void {
  const t = useText()
  const chooseVideos = useChooseFiles({ isTest })
  if (kind === 'source') return () => chooseVideos('files')
  return () =>
    void chooseFile(kind).then((file) => {
      if (file && !uploads.goOnWith(id, file))
        toast({ text: t('library:tray.otherFile', { name: isolate(name) }), tone: 'bad' })
    })
}
