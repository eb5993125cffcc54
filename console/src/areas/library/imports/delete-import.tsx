import type { VideoImport } from '@kinora/contract'
import { useNavigate } from '@tanstack/react-router'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useDeleteImport } from './queries'

interface DeleteImportProps {
  readonly videoImport: VideoImport
  readonly onClose: () => void
}

export function DeleteImport({ videoImport: { id, fileName, status }, onClose }: DeleteImportProps) {
  const t = useText()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const { mutate, isPending } = useDeleteImport()
  const onError = useProblemToast(t('library:import.notDeleted'))
  const leave = () => {
    toast({ text: t('library:import.deleted', { name: isolate(fileName) }), tone: 'good' })
    void navigate({ to: '/$environmentId/videos/import', params: { environmentId: environment.id } })
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:import.deleteTitle', { name: isolate(fileName) })}
      confirm={t('library:import.delete')}
      cancel={t('library:import.keep')}
      busy={isPending}
      onConfirm={() => mutate(id, { onError, onSuccess: leave, onSettled: onClose })}
    >
      {status === 'draft' ? t('library:import.deleteDraftAbout') : t('library:import.deleteAbout')}
    </ConfirmDialog>
  )
}
