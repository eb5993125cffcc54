import { createEnvironmentBody } from '@kinora/contract/identity/environments'
import { environmentTypes } from '@kinora/contract/identity/people'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useCreateEnvironment } from '../queries'
import { KindMark } from './kind-mark'

interface NewEnvironmentProps {
  readonly organizationId: string
  readonly onClose: () => void
}

export function NewEnvironment({ organizationId, onClose }: NewEnvironmentProps) {
  const t = useText()
  const formId = useId()
  const navigate = useNavigate()
  const create = useCreateEnvironment()
  const form = useSchemaForm(createEnvironmentBody, { organizationId, name: '' })
  const type = useField(form, 'type')
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: ({ id, name }) => {
        onClose()
        const go = () => void navigate({ to: '/$environmentId/environments', params: { environmentId: id } })
        toast({
          text: t('identity:newEnvironment.added', { name }),
          tone: 'good',
          action: { label: t('identity:newEnvironment.open'), run: go },
        })
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'type'])) create.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('identity:newEnvironment.title')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('identity:newEnvironment.cancel')}
      submit={{ form: formId, label: t('identity:newEnvironment.submit') }}
    >
      <p className="mb-4">{t('identity:newEnvironment.about')}</p>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField {...useField(form, 'name')} autoFocus label={t('identity:newEnvironment.name')} />
        <Select
          label={t('identity:newEnvironment.type')}
          placeholder={t('identity:newEnvironment.choose')}
          value={type.value ?? null}
          error={type.error && t('messages.environmentName')}
          onChange={type.onChange}
          onBlur={type.onBlur}
          options={environmentTypes.map((id) => ({
            id,
            label: t(`kinds.${id}`),
            icon: <KindMark kind={id} size={14} />,
          }))}
        />
        <FormProblem error={create.error} />
      </form>
    </FormDialog>
  )
}
