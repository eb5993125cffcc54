import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { useText } from '../../../lib/i18n'
import { type UploadView, uploads } from '../../../lib/upload'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { TextLink } from '../../../ui/text-link'
import { useReselectFile } from './use-reselect-file'

/** The one action of an upload in its state: pause, resume, retry, select the file or open the video. */
export function RowAction({ upload }: { readonly upload: UploadView }) {
  const t = useText()
  const { id, state, fileName: name } = upload
  const choose = useReselectFile(upload)
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
    case 'asleep':
      return <Act onPress={choose}>{t('library:tray.choose')}</Act>
    case 'done':
      return upload.contentId === undefined ? null : (
        <TextLink
          to="/$environmentId/videos/$contentId"
          params={{ environmentId: upload.environmentId, contentId: upload.contentId }}
          onClick={() => uploads.dismiss(id)}
        >
          {t('library:actions.open')}
        </TextLink>
      )
    case 'closing':
      return null
  }
}

function Act({ children, onPress }: { readonly children: string; readonly onPress: () => void }) {
  return (
    <Button variant="link" size="small" onPress={onPress} className="-mx-1.5">
      {children}
    </Button>
  )
}
