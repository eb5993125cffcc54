import type { FavouriteFilter } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { RowPrompt } from '../../../ui/row-prompt'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { NameForm } from './name-form'
import { useDeleteFavourite, useUpdateFavourite } from './queries'

interface PromptProps {
  readonly favourite: FavouriteFilter
  readonly onClose: () => void
}

/** Renames a favourite in its row. */
export function RenamePrompt({ favourite, onClose }: PromptProps) {
  const t = useText()
  const saving = useUpdateFavourite(favourite)
  return (
    <RowPrompt label={t('analytics:favourite.rename')} onLeave={onClose}>
      <NameForm
        autoFocus
        label={t('analytics:favourite.newName', { name: isolate(favourite.name) })}
        initial={favourite.name}
        action={t('analytics:favourite.saveName')}
        saving={saving}
        bodyOf={(name) => ({ name })}
        onSaved={onClose}
      >
        <Button variant="quiet" onPress={onClose}>
          {t('analytics:favourite.cancel')}
        </Button>
      </NameForm>
    </RowPrompt>
  )
}

/** Asks in the row before the favourite is deleted. */
export function DeletePrompt({ favourite, onClose, onGone }: PromptProps & { readonly onGone: () => void }) {
  const t = useText()
  const deleting = useDeleteFavourite(favourite)
  const onError = useProblemToast(t('analytics:favourite.notDeleted'))
  const name = isolate(favourite.name)
  const title = t('analytics:favourite.deleteTitle', { name })
  const onSuccess = () => {
    toast({ text: t('analytics:favourite.deleted', { name }), tone: 'good' })
    onGone()
  }
  return (
    <RowPrompt label={title} onLeave={onClose}>
      <p className="text-13 font-mid wrap-anywhere">{title}</p>
      <span className="mt-3 flex gap-2">
        <Button autoFocus onPress={onClose}>
          {t('analytics:favourite.keep')}
        </Button>
        <Button
          variant="danger"
          busy={deleting.isPending}
          onPress={() => deleting.mutate(undefined, { onSuccess, onError })}
        >
          {t('analytics:favourite.delete')}
        </Button>
      </span>
    </RowPrompt>
  )
}
