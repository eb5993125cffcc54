import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useEndReencode } from '../encoding-profiles/queries'

interface StopDialogProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Asks before a re-encoding is stopped. */
export function StopDialog({ content, onClose }: StopDialogProps) {
  const t = useText()
  const { mutate, isPending } = useEndReencode(content.id)
  const onError = useProblemToast(t('library:reencode.notStopped'))
  const onSuccess = () => toast({ text: t('library:reencode.stopped'), tone: 'good' })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:reencode.stopTitle', { title: content.title })}
      confirm={t('library:reencode.stop')}
      cancel={t('library:reencode.goOn')}
      busy={isPending}
      onConfirm={() => mutate(undefined, { onError, onSuccess, onSettled: onClose })}
    >
      {t('library:reencode.stopAbout')}
    </ConfirmDialog>
  )
}
