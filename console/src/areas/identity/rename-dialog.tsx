import { name as nameSchema } from '@kinora/contract/common'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useField, useSchemaForm } from '../../lib/form'
import { useText } from '../../lib/i18n'
import { Problem } from '../../lib/problem'
import { problemText } from '../../lib/texts'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { FormProblem } from './form-problem'

interface RenameDialogProps {
  readonly title: string
  readonly label: string
  /** The current name. */
  readonly name: string
  readonly busy: boolean
  /** The error of the last save. */
  readonly error: unknown
  readonly onType: () => void
  readonly onRename: (name: string) => void
  readonly onClose: () => void
}

const body = z.object({ name: nameSchema })

/** A dialog with one name field. */
export function RenameDialog(props: RenameDialogProps) {
  const { title, label, name, busy, error, onType, onRename, onClose } = props
  const t = useText()
  const formId = useId()
  const form = useSchemaForm(body, { name })
  const field = useField(form, 'name')
  const isTaken = error instanceof Problem && error.id === 'name-taken'
  return (
    <FormDialog
      title={title}
      dirty={form.formState.isDirty}
      busy={busy}
      onClose={onClose}
      cancel={t('identity:members.cancel')}
      submit={{ form: formId, label: t('identity:settings.rename'), disabled: !form.formState.isDirty }}
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit((given) => onRename(given.name))}
        className="flex flex-col gap-4 pt-2"
      >
        <TextField
          {...field}
          autoFocus
          label={label}
          error={field.error ?? (isTaken ? problemText(t, error) : undefined)}
          onChange={(typed) => {
            field.onChange(typed)
            onType()
          }}
        />
        {!isTaken && <FormProblem error={error} />}
      </form>
    </FormDialog>
  )
}
