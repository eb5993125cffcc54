import type { Content, Thumbnail } from '@kinora/contract'
import { useText } from '../../../../lib/i18n'
import { isolate } from '../../../../lib/isolate'
import { ConfirmDialog } from '../../../../ui/confirm-dialog'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { useDeletePicture } from '../../queries-thumbnails'
import { pictureName } from './picture-name'

interface DeletePictureProps {
  readonly content: Content
  readonly picture: Thumbnail
  readonly onClose: () => void
}

/** Asks by name before a picture goes for good. */
export function DeletePicture({ content, picture, onClose }: DeletePictureProps) {
  const t = useText()
  const { mutate, isPending } = useDeletePicture(content.id)
  const onError = useProblemToast(t('library:thumbnails.deleteFailed'))
  const name = isolate(pictureName(t, picture))
  const send = () =>
    mutate(picture.id, {
      onError,
      onSuccess: () => {
        toast({ text: t('library:thumbnails.deleted', { name }), tone: 'good' })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:thumbnails.deleteTitle', { name })}
      confirm={t('library:delete.forGood')}
      cancel={t('library:delete.keep', { count: 1 })}
      busy={isPending}
      onConfirm={send}
    >
      <p>
        {t('library:thumbnails.deleteAbout')} {picture.isPoster && t('library:thumbnails.deletePoster')}
      </p>
      <img src={picture.preview} alt="" className="mt-3 max-h-36 rounded-1 bg-stage object-contain" />
    </ConfirmDialog>
  )
}
