import type { Webhook } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { getRouteApi } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { FormDialog } from '../../../ui/form-dialog'
import { IconButton } from '../../../ui/icon-button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { FormProblem, useWorkspace } from '../../identity'
import { useDeleteWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './queries'
import { useWebhookForm, WebhookForm } from './webhook-form'
import { WebhookSecret } from './webhook-secret'

const route = getRouteApi('/$environmentId/settings/webhooks_/$webhookId')
type DialogName = 'edit' | 'rotate' | 'delete'

/** The actions of a webhook: send a test, edit, enable, disable, rotate the secret, delete. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const t = useText()
  const { environment, organization, isActing, can } = useWorkspace()
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<DialogName>()
  const [secret, setSecret] = useState<string>()
  const test = useTestWebhook(environment.id, webhook.id)
  const update = useUpdateWebhook(environment.id, webhook.id)
  const rotate = useRotateSecret(environment.id, webhook.id, setSecret)
  const remove = useDeleteWebhook(environment.id, webhook.id)
  const failed = useProblemToast(t('activity:webhooks.notDone'))
  const close = () => setDialog(undefined)
  const mayUpdate = can(['Settings', 'Webhook', 'update']) && organization.isActive
  const mayDelete = can(['Settings', 'Webhook', 'delete']) && organization.isActive
  const isActive = webhook.status === 'active'

  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ status, id }) => {
        const isGood = status === 'delivered'
        toast({
          text: t(isGood ? 'activity:webhooks.testGood' : 'activity:webhooks.testBad'),
          tone: isGood ? 'good' : 'bad',
        })
        void navigate({ search: (old) => ({ ...old, delivery: id }), replace: true })
      },
      onError: failed,
    })
  const turn = () => update.mutate({ status: isActive ? 'disabled' : 'active' }, { onError: failed })

  return (
    <>
      {mayUpdate && (
        <>
          <Button icon={<PaperPlaneTilt size={16} />} busy={test.isPending} onPress={sendTest}>
            {t('activity:webhooks.test')}
          </Button>
          <Button onPress={() => setDialog('edit')}>{t('activity:webhooks.edit')}</Button>
        </>
      )}
      {(mayUpdate || mayDelete) && (
        <Menu
          label={t('activity:webhooks.more')}
          trigger={
            <IconButton label={t('activity:webhooks.more')} outlined>
              <DotsThree size={16} weight="bold" />
            </IconButton>
          }
        >
          {mayUpdate && (
            <MenuItem onAction={turn}>
              {t(isActive ? 'activity:webhooks.disable' : 'activity:webhooks.enable')}
            </MenuItem>
          )}
          {mayUpdate && !isActing && (
            <MenuItem onAction={() => setDialog('rotate')}>{t('activity:webhooks.rotate')}</MenuItem>
          )}
          {mayDelete && (
            <MenuItem danger onAction={() => setDialog('delete')}>
              {t('activity:webhooks.delete')}
            </MenuItem>
          )}
        </Menu>
      )}
      {dialog === 'edit' && <EditDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        title={t('activity:webhooks.rotateTitle')}
        confirm={t('activity:webhooks.rotate')}
        cancel={t('activity:webhooks.cancel')}
        danger={false}
        busy={rotate.isPending}
        isOpen={dialog === 'rotate'}
        onOpenChange={() => {
          rotate.reset()
          close()
        }}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: close })}
      >
        <p className="mb-3">{t('activity:webhooks.rotateAbout')}</p>
        <FormProblem error={rotate.error} />
      </ConfirmDialog>
      <ConfirmDialog
        title={t('activity:webhooks.deleteTitle', { url: webhook.url })}
        confirm={t('activity:webhooks.delete')}
        cancel={t('activity:webhooks.keep')}
        busy={remove.isPending}
        isOpen={dialog === 'delete'}
        onOpenChange={() => {
          remove.reset()
          close()
        }}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              toast({ text: t('activity:webhooks.deleted'), tone: 'good' })
              void navigate({ to: '/$environmentId/settings/webhooks', replace: true })
            },
          })
        }
      >
        <p className="mb-3">{t('activity:webhooks.deleteAbout')}</p>
        <FormProblem error={remove.error} />
      </ConfirmDialog>
      <LeaveGuard active={rotate.isPending} about={t('ui:leaveSecret')} />
      {secret !== undefined && <WebhookSecret secret={secret} onDone={() => setSecret(undefined)} />}
    </>
  )
}

function EditDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const { environment } = useWorkspace()
  const update = useUpdateWebhook(environment.id, webhook.id)
  const form = useWebhookForm(webhook.url, webhook.eventTypes)
  return (
    <FormDialog
      wide
      title={t('activity:webhooks.editTitle')}
      dirty={form.formState.isDirty}
      busy={update.isPending}
      onClose={onClose}
      cancel={t('activity:webhooks.cancel')}
      submit={{ form: formId, label: t('activity:webhooks.save') }}
    >
      <WebhookForm
        id={formId}
        form={form}
        error={update.error}
        onType={() => update.isError && update.reset()}
        onSubmit={(body) => {
          if (!update.isPending) update.mutate(body, { onSuccess: onClose })
        }}
      />
    </FormDialog>
  )
}
