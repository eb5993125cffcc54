import type { SavedView } from '@kinora/contract'
import { savedViewLimits } from '@kinora/contract/library/values'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { NameForm } from '../../../ui/name-form'
import { RowPrompt } from '../../../ui/row-prompt'
import { useUpdateView } from './queries'

interface RenameViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

/** Renames a view in its row. */
export function RenameView({ view, onClose }: RenameViewProps) {
  const t = useText()
  const saving = useUpdateView(view)
  return (
    <RowPrompt label={t('library:views.rename')} onLeave={onClose}>
      <NameForm
        autoFocus
        label={t('library:views.newName', { name: isolate(view.name) })}
        maxLength={savedViewLimits.nameLength}
        notSaved={t('library:views.notSaved')}
        initial={view.name}
        action={t('library:views.saveName')}
        saving={saving}
        bodyOf={(name) => ({ name })}
        onSaved={onClose}
      >
        <Button variant="quiet" onPress={onClose}>
          {t('library:actions.cancel')}
        </Button>
      </NameForm>
    </RowPrompt>
  )
}
