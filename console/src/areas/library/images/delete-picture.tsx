import type { Content, Thumbnail } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmDeed } from '../confirm-action'
import { pictureName } from './picture-name'
import { useDeletePicture } from './queries'

interface DeletePictureProps {
  readonly content: Content
  readonly picture: Thumbnail
  readonly onClose: () => void
}

/** Asks before a thumbnail is permanently deleted. */
export function DeletePicture({ content, picture, onClose }: DeletePictureProps) {
  const t = useText()
  const name = isolate(pictureName(t, picture))
  return (
    <ConfirmDeed
      deed={useDeletePicture(content.id)}
      of={picture.id}
      title={t('library:thumbnails.deleteTitle', { name })}
      confirm={t('library:delete.forGood')}
      cancel={t('library:delete.keep', { count: 1 })}
      done={t('library:thumbnails.deleted', { name })}
      failed={t('library:thumbnails.deleteFailed')}
      onClose={onClose}
    >
      <p>
        {t('library:thumbnails.deleteAbout')} {picture.isPoster && t('library:thumbnails.deletePoster')}
      </p>
      <img src={picture.preview} alt="" className="mt-3 max-h-36 rounded-1 bg-stage object-contain" />
    </ConfirmDeed>
  )
}
