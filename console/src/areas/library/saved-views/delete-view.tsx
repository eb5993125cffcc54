import type { SavedView } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { DeletePrompt } from '../../../ui/delete-prompt'
import { toast } from '../../../ui/toast-store'
import { useDeleteView } from './queries'

interface DeleteViewProps {
  readonly view: SavedView
  readonly onClose: () => void
  readonly onGone: () => void
}

/** Asks in the view's row before it is deleted. */
export function DeleteView({ view, onClose, onGone }: DeleteViewProps) {
  const t = useText()
  const deleting = useDeleteView(view)
  const name = isolate(view.name)
  return (
    <DeletePrompt
      title={t('library:views.deleteTitle', { name })}
      note={view.isShared ? t('library:views.deleteShared') : undefined}
      keep={t('library:views.keep')}
      action={t('library:views.delete')}
      notDeleted={t('library:views.notDeleted')}
      deleting={deleting}
      onClose={onClose}
      onDeleted={() => {
        toast({ text: t('library:views.deleted', { name }), tone: 'good' })
        onGone()
      }}
    />
  )
}
