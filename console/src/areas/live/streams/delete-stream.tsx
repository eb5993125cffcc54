import type { Livestream } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteStream } from '../queries'

interface DeleteStreamProps {
  readonly stream: Livestream
  readonly onClose: () => void
  /** Called after success, instead of `onClose`. */
  readonly onDeleted?: () => void
}

export function DeleteStream({ stream, onClose, onDeleted }: DeleteStreamProps) {
  const t = useText()
  const name = isolate(stream.name)
  return (
    <ConfirmAction
      mutation={useDeleteStream()}
      of={stream}
      title={t('live:streams.delete.title', { name })}
      confirm={t('live:streams.delete.confirm')}
      cancel={t('live:streams.delete.keep')}
      done={t('live:streams.delete.done', { name })}
      failed={t('live:streams.delete.failed')}
      onClose={onClose}
      {...(onDeleted && { onDone: onDeleted })}
    >
      <p>{t('live:streams.delete.about')}</p>
      {stream.displayStatus === 'Live' && <p className="mt-2 text-ink">{t('live:streams.delete.live')}</p>}
    </ConfirmAction>
  )
}
