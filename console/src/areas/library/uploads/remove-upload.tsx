import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { type UploadView, uploads } from '../../../lib/upload'
import { Button } from '../../../ui/button'
import { useRights } from '../../identity'
import { videoItem } from '../parts/item'
import { contentQuery } from '../queries'

const DeleteDialog = lazy(async () => ({ default: (await import('../items/delete-dialog')).DeleteDialog }))

interface RemoveUploadProps {
  readonly upload: UploadView
  /** Asks first, because uploaded parts will be lost. */
  readonly onCancel: () => void
}

/** Removes a failed upload, with what the server has of it. */
export function RemoveUpload({ upload, onCancel }: RemoveUploadProps) {
  const t = useText()
  const rights = useRights('Videos', 'Video')
  const [deleting, setDeleting] = useState(false)
  const { id, kind, state, safe, fileName: name, environmentId, contentId } = upload
  const { data: content } = useQuery({ ...contentQuery(environmentId, contentId ?? ''), enabled: false })
  const ownsVideo = kind === 'source' && content?.trashedAt === null && rights.delete
  const remove = () => {
    if (state.kind === 'rejected') return ownsVideo ? setDeleting(true) : uploads.dismiss(id)
    return safe > 0 ? onCancel() : void uploads.cancel(id)
  }
  return (
    <>
      <Button
        variant="link"
        size="small"
        onPress={remove}
        className="-mx-1.5"
        aria-label={t('library:tray.removeOf', { name })}
      >
        {t('library:tray.remove')}
      </Button>
      <Suspense>
        {deleting && content && (
          <DeleteDialog
            items={[videoItem(content)]}
            onClose={() => setDeleting(false)}
            onDeleted={() => uploads.dismiss(id)}
          />
        )}
      </Suspense>
    </>
  )
}
