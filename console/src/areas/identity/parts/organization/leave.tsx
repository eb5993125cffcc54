import type { Organization } from '@kinora/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { Section } from '../../../../ui/section'
import { toast } from '../../../../ui/toast-store'
import { useHere } from '../../here'
import { useLeaveOrganization } from '../../queries-organization'
import { FormProblem } from '../form-problem'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../../ui/confirm-dialog')).ConfirmDialog,
}))

/** The way out of an organisation, for oneself. */
export function Leave({ organization: { id, name } }: { readonly organization: Organization }) {
  const t = useText()
  const navigate = useNavigate()
  const { user } = useHere()
  const [asking, setAsking] = useState(false)
  const leave = useLeaveOrganization(id)
  const close = () => {
    setAsking(false)
    leave.reset()
  }
  const go = () =>
    leave.mutate(user.id, {
      onSuccess: () => {
        toast({ text: t('identity:settings.left', { name }), tone: 'good' })
        void navigate({ to: '/', replace: true })
      },
    })
  return (
    <Section title={t('identity:settings.leave')} about={t('identity:settings.leaveWhat')}>
      <div className="pt-4">
        <Button onPress={() => setAsking(true)}>{t('identity:settings.leaveOpen')}</Button>
      </div>
      <Suspense>
        {asking && (
          <ConfirmDialog
            isOpen
            onOpenChange={close}
            title={t('identity:settings.leaveTitle', { name })}
            confirm={t('identity:settings.leaveSubmit')}
            cancel={t('identity:settings.leaveCancel')}
            busy={leave.isPending}
            onConfirm={go}
          >
            <p className="mb-3">{t('identity:settings.leaveConfirm')}</p>
            <FormProblem error={leave.error} />
          </ConfirmDialog>
        )}
      </Suspense>
    </Section>
  )
}
