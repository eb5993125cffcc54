import type { CountedEnvironment } from '@kinora/contract'
import { updateEnvironmentBody } from '@kinora/contract/identity/environments'
import { environmentTypes } from '@kinora/contract/identity/people'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { Switch } from '../../../ui/switch'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useUpdateEnvironment } from '../queries'
import { KindMark } from './kind-mark'

interface EditEnvironmentProps {
  readonly environment: CountedEnvironment
  readonly onClose: () => void
}

export function EditEnvironment({ environment, onClose }: EditEnvironmentProps) {
  const { id, name, type, viewerPrivacy } = environment
  const t = useText()
  const formId = useId()
  const update = useUpdateEnvironment(id)
  const form = useSchemaForm(updateEnvironmentBody, { name, type, viewerPrivacy })
  const nameField = useField(form, 'name')
  const { inputRef: _, ...typeField } = useField(form, 'type')
  const privacy = useField(form, 'viewerPrivacy')
  const hintId = useId()
  const { error } = update
  const isTaken = error instanceof Problem && error.id === 'name-taken'
  const send = form.handleSubmit((body) =>
    update.mutate(body, {
      onSuccess: (saved) => {
        onClose()
        toast({ text: t('identity:environments.edited', { name: saved.name }), tone: 'good' })
      },
      onError: (refusal) => {
        if (refusal instanceof Problem && showFieldProblems(form, refusal, ['name', 'type'])) update.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t('identity:environments.editTitle', { name })}
      dirty={form.formState.isDirty}
      busy={update.isPending}
      onClose={onClose}
      cancel={t('identity:newEnvironment.cancel')}
      submit={{ form: formId, label: t('identity:settings.save'), disabled: !form.formState.isDirty }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField
          {...nameField}
          autoFocus
          label={t('identity:newEnvironment.name')}
          error={nameField.error ?? (isTaken ? problemText(t, error) : undefined)}
          onChange={(typed) => {
            nameField.onChange(typed)
            update.reset()
          }}
        />
        <Select
          {...typeField}
          label={t('identity:newEnvironment.type')}
          options={environmentTypes.map((kind) => ({
            id: kind,
            label: t(`kinds.${kind}`),
            icon: <KindMark kind={kind} size={14} />,
          }))}
        />
        <div className="flex flex-col gap-1">
          <Switch on={privacy.value === true} describedBy={hintId} onChange={privacy.onChange}>
            {t('identity:environments.viewerPrivacy')}
          </Switch>
          <p id={hintId} className="text-12 text-pretty text-ink-3">
            {t('identity:environments.viewerPrivacyHint')}
          </p>
        </div>
        {!isTaken && <FormProblem error={error} />}
      </form>
    </FormDialog>
  )
}
