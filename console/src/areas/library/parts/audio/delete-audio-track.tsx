import type { AudioTrack, Content } from '@kinora/contract'
import { useText } from '../../../../lib/i18n'
import { ConfirmDialog } from '../../../../ui/confirm-dialog'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { useDeleteAudioTrack } from '../../queries-audio'

interface DeleteAudioTrackProps {
  readonly content: Content
  readonly track: AudioTrack
  readonly onClose: () => void
}

export function DeleteAudioTrack({ content, track, onClose }: DeleteAudioTrackProps) {
  const t = useText()
  const { mutate, isPending } = useDeleteAudioTrack(content.id)
  const onError = useProblemToast(t('library:audio.deleteFailed'))
  const { name } = track
  const send = () =>
    mutate(track.id, {
      onSuccess: () => {
        toast({ text: t('library:audio.deleted', { name }), tone: 'good' })
        onClose()
      },
      onError,
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:audio.deleteTitle', { name })}
      confirm={t('library:audio.delete')}
      cancel={t('library:audio.keep')}
      busy={isPending}
      onConfirm={send}
    >
      {t('library:audio.deleteAbout')}
    </ConfirmDialog>
  )
}
