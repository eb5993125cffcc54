import type { SeenPerson } from '@kinora/contract'
import { updatePersonBody } from '@kinora/contract/intelligence/people'
import { useId } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../../identity'
import { useNamePerson } from './queries'

interface NameDialogProps {
  readonly person: SeenPerson
  readonly onClose: () => void
}

/** Names a person. */
export function NameDialog({ person, onClose }: NameDialogProps) {
  const t = useText()
  const formId = useId()
  const save = useNamePerson(person.id)
  const form = useSchemaForm(updatePersonBody, { name: person.name ?? '' })
  const name = useField(form, 'name')
  const send = form.handleSubmit((body) => save.mutate(body, { onSuccess: onClose }))
  return (
    <FormDialog
      title={t('intelligence:people.rename')}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('intelligence:people.cancel')}
      submit={{ form: formId, label: t('intelligence:people.save') }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField
          {...name}
          value={name.value ?? ''}
          label={t('intelligence:people.name')}
          maxLength={200}
          autoFocus
        />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
