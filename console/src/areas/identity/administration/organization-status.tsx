import type { InstallationOrganization } from '@kinora/contract'
import { standingBody } from '@kinora/contract/identity/installation'
import { useId } from 'react'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { TextArea } from '../../../ui/text-area'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { ModuleChoice } from './module-choice'
import { useSetOrganizationStatus } from './queries'

interface OrganizationStatusProps {
  readonly organization: InstallationOrganization
  readonly onClose: () => void
}

/** Edits whether an organization is active, its announcement and its modules. */
export function OrganizationStatus({ organization, onClose }: OrganizationStatusProps) {
  const t = useText()
  const formId = useId()
  const { id, name, isActive, isSubscribed, alertMessage, modules } = organization
  const change = useSetOrganizationStatus(id)
  const form = useSchemaForm(standingBody, { isActive, isSubscribed, alertMessage, modules })
  const active = useField(form, 'isActive')
  const subscribed = useField(form, 'isSubscribed')
  const alert = useField(form, 'alertMessage')
  const chosen = useField(form, 'modules')
  const send = form.handleSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => {
        toast({ text: t('identity:administration.standingSaved', { name }), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['alertMessage'])) change.reset()
      },
    }),
  )
  return (
    <FormDialog
      wide
      title={name}
      dirty={form.formState.isDirty}
      busy={change.isPending}
      onClose={onClose}
      cancel={t('identity:administration.cancel')}
      submit={{ form: formId, label: t('identity:administration.save'), disabled: !form.formState.isDirty }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-5">
        <div className="flex flex-col gap-4 pt-2">
          <Choice
            checked={active.value}
            onChange={active.onChange}
            label={t('identity:administration.active')}
            help={t('identity:administration.activeHelp')}
          />
          <Choice
            checked={subscribed.value}
            onChange={subscribed.onChange}
            label={t('identity:administration.subscribed')}
            help={t('identity:administration.subscribedHelp')}
          />
        </div>
        <TextArea
          {...alert}
          optional
          rows={2}
          value={alert.value ?? ''}
          onChange={(text) => alert.onChange(text.trim() === '' ? null : text)}
          label={t('identity:administration.alert')}
          help={t('identity:administration.alertHelp')}
        />
        <ModuleChoice chosen={chosen.value} onChange={chosen.onChange} />
        <FormProblem error={change.error} />
      </form>
    </FormDialog>
  )
}

interface ChoiceProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: string
  readonly help: string
}

function Choice({ checked, onChange, label, help }: ChoiceProps) {
  return (
    <div>
      <Checkbox checked={checked} onChange={onChange}>
        <span className="font-mid text-ink">{label}</span>
      </Checkbox>
      <p className="ps-6 text-12 text-pretty text-ink-3">{help}</p>
    </div>
  )
}
