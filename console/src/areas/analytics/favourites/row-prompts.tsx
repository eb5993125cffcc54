import type { FavouriteFilter } from '@kinora/contract'
import { favouriteLimits } from '@kinora/contract/analytics/values'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { DeletePrompt } from '../../../ui/delete-prompt'
import { NameForm } from '../../../ui/name-form'
import { RowPrompt } from '../../../ui/row-prompt'
import { toast } from '../../../ui/toast-store'
import { useDeleteFavourite, useUpdateFavourite } from './queries'

interface PromptProps {
  readonly favourite: FavouriteFilter
  readonly onClose: () => void
}

/** The form that renames a favorite in its row. */
export function RenameFavourite({ favourite, onClose }: PromptProps) {
  const t = useText()
  const saving = useUpdateFavourite(favourite)
  return (
    <RowPrompt label={t('analytics:favourite.rename')} onLeave={onClose}>
      <NameForm
        autoFocus
        label={t('analytics:favourite.newName', { name: isolate(favourite.name) })}
        maxLength={favouriteLimits.nameLength}
        notSaved={t('analytics:favourite.notSaved')}
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

/** Asks for confirmation in the row before a favorite is deleted. */
export function DeleteFavourite({
  favourite,
  onClose,
  onGone,
}: PromptProps & { readonly onGone: () => void }) {
  const t = useText()
  const deleting = useDeleteFavourite(favourite)
  const name = isolate(favourite.name)
  return (
    <DeletePrompt
      title={t('analytics:favourite.deleteTitle', { name })}
      keep={t('analytics:favourite.keep')}
      action={t('analytics:favourite.delete')}
      notDeleted={t('analytics:favourite.notDeleted')}
      deleting={deleting}
      onClose={onClose}
      onDeleted={() => {
        toast({ text: t('analytics:favourite.deleted', { name }), tone: 'good' })
        onGone()
      }}
    />
  )
}
