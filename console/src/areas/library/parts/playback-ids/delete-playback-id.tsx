import type { Content, PlaybackId } from '@kinora/contract'
import { useText } from '../../../../lib/i18n'
import { isolate } from '../../../../lib/isolate'
import { ConfirmDialog } from '../../../../ui/confirm-dialog'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { playbackIdName } from '../../playback-id'
import { useDeletePlaybackId } from '../../queries-playback-ids'

interface DeletePlaybackIdProps {
  readonly content: Content
  readonly playbackId: PlaybackId
  readonly onClose: () => void
}

/** Asks by name before every address with it stops working. */
export function DeletePlaybackId({ content, playbackId, onClose }: DeletePlaybackIdProps) {
  const t = useText()
  const { mutate, isPending } = useDeletePlaybackId(content.id)
  const onError = useProblemToast(t('library:playbackIds.deleteFailed'))
  const name = isolate(playbackIdName(t, playbackId))
  const send = () =>
    mutate(playbackId.id, {
      onError,
      onSuccess: () => {
        toast({ text: t('library:playbackIds.deleted', { name }), tone: 'good' })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:playbackIds.deleteTitle', { name })}
      confirm={t('library:playbackIds.delete')}
      cancel={t('library:delete.keep', { count: 1 })}
      busy={isPending}
      onConfirm={send}
    >
      <p>{t('library:playbackIds.deleteAbout')}</p>
      <code className="ltr mt-3 block text-start font-code text-12 text-ink wrap-anywhere">
        {playbackId.id}
      </code>
    </ConfirmDialog>
  )
}
