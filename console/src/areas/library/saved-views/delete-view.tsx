import type { SavedView } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { RowPrompt } from '../../../ui/row-prompt'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useDeleteView } from './queries'

interface DeleteViewProps {
  readonly view: SavedView
  readonly onClose: () => void
  readonly onGone: () => void
}

/** Asks in the view's row before it is deleted. */
export function DeleteView({ view, onClose, onGone }: DeleteViewProps) {
  const t = useText()
  const mutation = useDeleteView(view)
  const onError = useProblemToast(t('library:views.notDeleted'))
  const name = isolate(view.name)
  const title = t('library:views.deleteTitle', { name })
  const onSuccess = () => {
    toast({ text: t('library:views.deleted', { name }), tone: 'good' })
    onGone()
  }
  return (
    <RowPrompt label={title} onLeave={onClose}>
      <p className="text-13 font-mid wrap-anywhere">{title}</p>
      {view.isShared && <p className="text-13 text-ink-2">{t('library:views.deleteShared')}</p>}
      <span className="mt-3 flex gap-2">
        <Button autoFocus onPress={onClose}>
          {t('library:views.keep')}
        </Button>
        <Button
          variant="danger"
          busy={mutation.isPending}
          onPress={() => mutation.mutate(undefined, { onSuccess, onError })}
        >
          {t('library:views.delete')}
        </Button>
      </span>
    </RowPrompt>
  )
}
