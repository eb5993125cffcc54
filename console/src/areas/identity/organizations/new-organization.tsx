import { createOrganizationBody } from '@kinora/contract/identity/organizations'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useCreateOrganization } from '../queries'

/** Creates an organization and opens it. */
export function NewOrganization({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const create = useCreateOrganization()
  const form = useSchemaForm(createOrganizationBody, { name: '' })
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: ({ name, environments: [first] }) => {
        toast({ text: t('identity:account.organizationCreated', { name }), tone: 'good' })
        onClose()
        if (first) void navigate({ to: '/$environmentId', params: { environmentId: first.id } })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name'])) create.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('identity:account.newOrganization')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('identity:account.cancel')}
      submit={{ form: formId, label: t('identity:account.newOrganization') }}
    >
      <p className="mb-4">{t('identity:account.newOrganizationAbout')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          {...useField(form, 'name')}
          autoFocus
          autoComplete="organization"
          label={t('identity:account.organizationName')}
        />
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}
