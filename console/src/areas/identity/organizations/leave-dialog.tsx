import type { Organization } from '@kinora/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { meQuery } from '../queries'
import { useLeaveOrganization } from './queries'

interface LeaveDialogProps {
  readonly organization: Organization
  readonly onClose: () => void
}

/** Asks before the user leaves an organization. The shell navigates away if it is the current one. */
export function LeaveDialog({ organization: { id, name, environments }, onClose }: LeaveDialogProps) {
  const t = useText()
  const { data: me } = useSuspenseQuery(meQuery)
  const { environmentId } = useParams({ strict: false })
  const leave = useLeaveOrganization(id)
  const isHere = environments.some((environment) => environment.id === environmentId)
  const go = () =>
    leave.mutate(me.id, {
      onSuccess: () => {
        onClose()
        if (!isHere) toast({ text: t('identity:settings.left', { name }), tone: 'good' })
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('identity:settings.leaveTitle', { name })}
      confirm={t('identity:settings.leaveSubmit')}
      cancel={t('identity:settings.leaveCancel')}
      busy={leave.isPending}
      onConfirm={go}
    >
      <p className="mb-3">{t('identity:settings.leaveConfirm')}</p>
      <FormProblem error={leave.error} />
    </ConfirmDialog>
  )
}
