import type { Portrait } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeletePortrait } from '../queries'

interface DeletePortraitProps {
  readonly portrait: Portrait
  readonly onClose: () => void
  /** Called after success, instead of `onClose`. */
  readonly onDeleted?: () => void
}

export function DeletePortrait({ portrait, onClose, onDeleted }: DeletePortraitProps) {
  const t = useText()
  const name = isolate(portrait.name)
  return (
    <ConfirmAction
      mutation={useDeletePortrait()}
      of={portrait}
      title={t('portrait:delete.title', { name })}
      confirm={t('portrait:delete.confirm')}
      cancel={t('portrait:delete.keep')}
      done={t('portrait:delete.done', { name })}
      failed={t('portrait:actions.failed')}
      onClose={onClose}
      {...(onDeleted && { onDone: onDeleted })}
    >
      {t('portrait:delete.about')}
    </ConfirmAction>
  )
}
