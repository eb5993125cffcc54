import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { chooseFile, type UploadView, uploads } from '../../../lib/upload'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { TextLink } from '../../../ui/text-link'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useReplaceFile } from '../replace/queries'
import { useChooseFiles } from './use-add-files'

/** The one action of an upload in its state: pause, resume, retry, select the file or open the video. */
export function RowAction({ upload }: { readonly upload: UploadView }) {
  const t = useText()
  const { id, state, fileName: name } = upload
  const choose = useReselectFile(upload)
  const chooseAnother = useChooseAnotherFile(upload)
  switch (state.kind) {
    case 'waiting':
    case 'sending':
      return (
        <IconButton size="small" label={t('library:tray.pause', { name })} onPress={() => uploads.pause(id)}>
          <Pause size={16} weight="fill" className="text-ink" />
        </IconButton>
      )
    case 'paused':
      return (
        <IconButton
          size="small"
          label={t('library:tray.resume', { name })}
          onPress={() => uploads.resume(id)}
        >
          <Play size={16} weight="fill" className="text-ink rtl:-scale-x-100" />
        </IconButton>
      )
    case 'lost':
      return <Act onPress={() => uploads.tryNow(id)}>{t('ui:tryNow')}</Act>
    case 'failed':
      return state.why === 'file-gone' ? (
        <Act onPress={choose}>{t('library:tray.choose')}</Act>
      ) : (
        <Act onPress={() => uploads.resume(id)}>{t('library:actions.retry')}</Act>
      )
    case 'rejected':
      return state.error?.retryable ? (
        <OpenVideo upload={upload} />
      ) : (
        <Act onPress={chooseAnother}>{t('library:tray.chooseAnother')}</Act>
      )
    case 'asleep':
      return <Act onPress={choose}>{t('library:tray.choose')}</Act>
    case 'done':
      return <OpenVideo upload={upload} />
    case 'closing':
      return null
  }
}

function OpenVideo({ upload: { id, environmentId, contentId } }: { readonly upload: UploadView }) {
  const t = useText()
  if (contentId === undefined) return null
  return (
    <TextLink
      to="/$environmentId/videos/$contentId"
      params={{ environmentId, contentId }}
      onClick={() => uploads.dismiss(id)}
    >
      {t('library:actions.open')}
    </TextLink>
  )
}

function Act({ children, onPress }: { readonly children: string; readonly onPress: () => void }) {
  return (
    <Button variant="link" size="small" onPress={onPress} className="-mx-1.5">
      {children}
    </Button>
  )
}

/** Asks for the file of an interrupted upload. An upload for an existing video accepts only its own file. */
function useReselectFile({ id, kind, fileName: name, isTest }: UploadView): () => void {
  const t = useText()
  const chooseVideos = useChooseFiles({ isTest })
  if (kind === 'source') return () => chooseVideos('files')
  return () =>
    void chooseFile(kind).then((file) => {
      if (file && !uploads.resumeWithFile(id, file))
        toast({ text: t('library:tray.otherFile', { name: isolate(name) }), tone: 'bad' })
    })
}

/** Uploads another file into the video whose file was rejected. A test video becomes a new one. */
function useChooseAnotherFile({ id, contentId, isTest }: UploadView): () => void {
  const t = useText()
  const chooseTests = useChooseFiles({ isTest })
  const { mutate } = useReplaceFile(contentId ?? '')
  const onError = useProblemToast(t('library:failures.save'))
  if (isTest) return () => chooseTests('files')
  return () =>
    void chooseFile('source').then(
      (file) => file && mutate(file, { onSuccess: () => uploads.dismiss(id), onError }),
    )
}
