import type { Content, Thumbnail } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteThumbnail } from './queries'
import { thumbnailName } from './thumbnail-name'

interface DeleteThumbnailProps {
  readonly content: Content
  readonly thumbnail: Thumbnail
  readonly onClose: () => void
}

/** Asks before a thumbnail is permanently deleted. */
export function DeleteThumbnail({ content, thumbnail, onClose }: DeleteThumbnailProps) {
  const t = useText()
  const name = isolate(thumbnailName(t, thumbnail))
  return (
    <ConfirmAction
      mutation={useDeleteThumbnail(content.id)}
      of={thumbnail.id}
      title={t('library:thumbnails.deleteTitle', { name })}
      confirm={t('library:delete.forGood')}
      cancel={t('library:delete.keep', { count: 1 })}
      done={t('library:thumbnails.deleted', { name })}
      failed={t('library:thumbnails.deleteFailed')}
      onClose={onClose}
    >
      <p>
        {t('library:thumbnails.deleteAbout')} {thumbnail.isPoster && t('library:thumbnails.deletePoster')}
      </p>
      <img src={thumbnail.preview} alt="" className="mt-3 max-h-36 rounded-1 bg-stage object-contain" />
    </ConfirmAction>
  )
}
