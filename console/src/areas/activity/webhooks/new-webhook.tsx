import { useId } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { useWorkspace } from '../../identity'
import { useCreateWebhook } from './queries'
import { useWebhookForm, WebhookForm } from './webhook-form'

interface NewWebhookProps {
  readonly onMade: (secret: string) => void
  readonly onClose: () => void
}

/** Asks for the address of a new webhook; its secret goes to `onMade`. */
export function NewWebhook({ onMade, onClose }: NewWebhookProps) {
  const t = useText()
  const formId = useId()
  const { environment } = useWorkspace()
  const create = useCreateWebhook(onMade)
  const form = useWebhookForm('', [])
  return (
    <FormDialog
      wide
      title={t('activity:webhooks.new')}
      dirty={form.formState.isDirty}
      busy={create.isPending}
      onClose={onClose}
      cancel={t('activity:webhooks.cancel')}
      submit={{ form: formId, label: t('activity:webhooks.create') }}
    >
      <p>{t('activity:webhooks.newAbout', { environment: environment.name })}</p>
      <WebhookForm
        id={formId}
        form={form}
        error={create.error}
        onType={() => create.isError && create.reset()}
        onSubmit={(body) => {
          if (!create.isPending) create.mutate({ environmentId: environment.id, body })
        }}
      />
      <LeaveGuard active={create.isPending} about={t('ui:leaveSecret')} />
    </FormDialog>
  )
}
