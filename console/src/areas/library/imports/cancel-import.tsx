import type { VideoImport } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useImportAction } from './queries'

interface CancelImportProps {
  readonly videoImport: VideoImport
  readonly onClose: () => void
}

export function CancelImport({ videoImport: { id, counts }, onClose }: CancelImportProps) {
  const t = useText()
  const { mutate, isPending } = useImportAction(id, 'cancelImport')
  const onError = useProblemToast(t('library:import.notCancelled'))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:import.cancelTitle', { count: counts.waiting + counts.downloading })}
      confirm={t('library:import.cancelRest')}
      cancel={t('library:import.keepOn')}
      busy={isPending}
      onConfirm={() => mutate(undefined, { onError, onSettled: onClose })}
    >
      {t('library:import.cancelAbout')}
    </ConfirmDialog>
  )
}
