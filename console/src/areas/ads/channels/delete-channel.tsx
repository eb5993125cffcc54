import type { AdChannel } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteChannel } from '../queries'

interface DeleteChannelProps {
  readonly channel: AdChannel
  readonly onClose: () => void
  /** Called after success, instead of `onClose`. */
  readonly onDeleted?: () => void
}

export function DeleteChannel({ channel, onClose, onDeleted }: DeleteChannelProps) {
  const t = useText()
  const name = isolate(channel.name)
  return (
    <ConfirmAction
      mutation={useDeleteChannel()}
      of={channel}
      title={t('ads:channels.delete.title', { name })}
      confirm={t('ads:channels.delete.confirm')}
      cancel={t('ads:channels.delete.keep')}
      done={t('ads:channels.delete.done', { name })}
      failed={t('ads:channels.actions.failed')}
      onClose={onClose}
      {...(onDeleted && { onDone: onDeleted })}
    >
      {t('ads:channels.delete.about')}
    </ConfirmAction>
  )
}
