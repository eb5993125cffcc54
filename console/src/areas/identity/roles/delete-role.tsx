import type { Role } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Dialog } from '../../../ui/dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useWorkspace } from '../workspace'
import { HolderList } from './holder-list'
import { roleUsersQuery, useDeleteRole } from './queries'

interface DeleteRoleProps {
  readonly role: Role
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before a role is deleted. A role in use cannot be deleted; the dialog lists its holders. */
export function DeleteRole({ role, onClose, onDeleted }: DeleteRoleProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const remove = useDeleteRole(organization.id)
  const holders = useQuery(roleUsersQuery(organization.id, role.id))
  const { name } = role
  if (holders.data && holders.data.length > 0) {
    return (
      <Dialog
        title={t('identity:roles.inUse', { name })}
        isOpen
        onOpenChange={onClose}
        foot={<Button onPress={onClose}>{t('ui:close')}</Button>}
      >
        <p className="mb-3">{t('identity:roles.inUseAbout')}</p>
        <HolderList holders={holders.data} />
      </Dialog>
    )
  }
  const isInvited = remove.error instanceof Problem && remove.error.id === 'role-in-use'
  const send = () =>
    remove.mutate(role.id, {
      onSuccess: () => {
        toast({ text: t('identity:roles.deleted', { name }), tone: 'good' })
        onDeleted()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('identity:roles.deleteTitle', { name })}
      confirm={t('identity:roles.delete')}
      cancel={t('identity:roles.keep')}
      busy={remove.isPending || holders.isPending}
      onConfirm={send}
    >
      <p className="mb-3">{t('identity:roles.deleteAbout')}</p>
      {isInvited ? (
        <Banner tone="bad" live>
          {t('identity:roles.inInvitations')}
        </Banner>
      ) : (
        <FormProblem error={remove.error} />
      )}
    </ConfirmDialog>
  )
}
