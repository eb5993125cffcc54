import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { type UploadView, uploads } from '../../../lib/upload'
import { ConfirmDialog } from '../../../ui/confirm-dialog'

interface CancelDialogProps {
  readonly upload: UploadView
  readonly onClose: () => void
}

/** Asks first, because canceling discards the uploaded parts. */
export function CancelDialog({ upload, onClose }: CancelDialogProps) {
  const t = useText()
  const format = useFormat()
  const { id, fileName, safe } = upload
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('library:cancel.title', { name: fileName })}
      confirm={t('library:cancel.submit')}
      cancel={t('library:cancel.keep')}
      onConfirm={() => {
        void uploads.cancel(id)
        onClose()
      }}
    >
      {safe > 0 ? t('library:cancel.about', { safe: format.bytes(safe) }) : t('library:cancel.nothingSent')}
    </ConfirmDialog>
  )
}
