import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { type End, useDeleteEnd } from '../queries'

interface DeleteEndProps {
  readonly what: 'input' | 'destination'
  readonly end: End
  readonly onClose: () => void
  /** Called after success, instead of `onClose`. */
  readonly onDeleted?: () => void
}

/** Asks before an input or a destination is deleted. */
export function DeleteEnd({ what, end, onClose, onDeleted }: DeleteEndProps) {
  const t = useText()
  const name = isolate(end.name)
  return (
    <ConfirmAction
      mutation={useDeleteEnd(what)}
      of={end}
      title={t('vconnect:delete.input', { name })}
      confirm={t('vconnect:delete.confirm')}
      cancel={t('vconnect:delete.keep')}
      done={t('vconnect:delete.done', { name })}
      failed={t('vconnect:actions.failed')}
      onClose={onClose}
      {...(onDeleted && { onDone: onDeleted })}
    >
      {t(`vconnect:delete.${what}About`)}
    </ConfirmAction>
  )
}
