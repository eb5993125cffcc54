import type { SavedView } from '@kinora/contract'
import { savedViewLimits } from '@kinora/contract/library/values'
import { type FormEvent, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { RowPrompt } from '../../../ui/row-prompt'
import { TextField } from '../../../ui/text-field'
import { useUpdateView } from './queries'
import { useSaveFault } from './use-save-fault'

interface RenameViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

/** Renames a view in its row. */
export function RenameView({ view, onClose }: RenameViewProps) {
  const t = useText()
  const [name, setName] = useState(view.name)
  const update = useUpdateView(view)
  const fault = useSaveFault(update.error)
  const given = name.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (given === '' || update.isPending) return
    if (given === view.name) onClose()
    else update.mutate({ name: given }, { onSuccess: onClose, onError: fault.report })
  }
  return (
    <RowPrompt label={t('library:views.rename')} onLeave={onClose}>
      <form onSubmit={send} noValidate className="flex flex-col gap-3">
        <TextField
          autoFocus
          label={t('library:views.newName', { name: isolate(view.name) })}
          value={name}
          maxLength={savedViewLimits.nameLength}
          error={fault.nameError}
          onChange={(typed) => {
            update.reset()
            setName(typed)
          }}
        />
        <span className="flex gap-2">
          <Button type="submit" busy={update.isPending} disabled={given === ''}>
            {t('library:views.saveName')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('library:actions.cancel')}
          </Button>
        </span>
      </form>
    </RowPrompt>
  )
}
