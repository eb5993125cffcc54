import type { CustomPlayback, Livestream } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useChangeCustomUrl } from '../queries'

interface DeleteCustomUrlProps {
  readonly stream: Livestream
  readonly customUrl: CustomPlayback
  readonly onClose: () => void
}

export function DeleteCustomUrl({ stream, customUrl, onClose }: DeleteCustomUrlProps) {
  const t = useText()
  const name = isolate(customUrl.name)
  return (
    <ConfirmAction
      mutation={useChangeCustomUrl(stream)}
      of={{ customPlaybackId: customUrl.id, change: 'delete' }}
      title={t('live:customUrls.delete.title', { name })}
      confirm={t('live:customUrls.delete.confirm')}
      cancel={t('live:customUrls.delete.keep')}
      done={t('live:customUrls.delete.done', { name })}
      failed={t('live:customUrls.changeFailed')}
      onClose={onClose}
    >
      {t('live:customUrls.delete.about')}
    </ConfirmAction>
  )
}
