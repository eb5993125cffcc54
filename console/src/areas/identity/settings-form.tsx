import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n'
import { Button } from '../../ui/button'
import { LeaveGuard } from '../../ui/leave-guard'
import { FormProblem } from './form-problem'

interface SettingsFormProps {
  readonly children: ReactNode
  readonly save: { readonly error: Error | null; readonly isPending: boolean }
  /** The label of the button. */
  readonly action: string
  readonly isDirty: boolean
  readonly mayEdit: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** A form of settings that are saved together. Leaving asks before changes are lost. */
export function SettingsForm(props: SettingsFormProps) {
  const { children, save, action, isDirty, mayEdit, onSave, onDiscard } = props
  const t = useText()
  return (
    <form
      noValidate
      className="flex flex-col gap-5 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
      <FormProblem error={save.error} />
      {mayEdit && (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
            {action}
          </Button>
          {isDirty && (
            <Button variant="quiet" disabled={save.isPending} onPress={onDiscard}>
              {t('identity:settings.discard')}
            </Button>
          )}
        </div>
      )}
      <LeaveGuard active={isDirty && !save.isPending} about={t('identity:settings.leaveAbout')} />
    </form>
  )
}
