import type { Member } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { useWorkspace } from '../workspace'
import { useRemoveMember, useRevokeInvitation } from './queries'

interface RemoveMemberProps {
  readonly member: Member
  readonly onClose: () => void
}

/** Asks before a member is removed or an invitation is withdrawn. */
export function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const { userId, invitationId } = member
  if (userId !== null) return <Remove member={member} userId={userId} onClose={onClose} />
  if (invitationId !== null) return <Revoke member={member} invitationId={invitationId} onClose={onClose} />
  return null
}

function Remove({ member, userId, onClose }: RemoveMemberProps & { readonly userId: string }) {
  const t = useText()
  const { organization } = useWorkspace()
  const remove = useRemoveMember(organization.id)
  const name = member.name ?? member.email
  const send = () =>
    remove.mutate(userId, {
      onSuccess: () => {
        onClose()
        toast({ text: t('identity:members.removed'), tone: 'good' })
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('identity:members.removeTitle', { name })}
      confirm={t('identity:members.removeSubmit')}
      cancel={t('identity:members.keep')}
      busy={remove.isPending}
      onConfirm={send}
    >
      <p className="mb-3">{t('identity:members.removeAbout', { name })}</p>
      <FormProblem error={remove.error} />
    </ConfirmDialog>
  )
}

function Revoke({ member, invitationId, onClose }: RemoveMemberProps & { readonly invitationId: string }) {
  const t = useText()
  const { organization } = useWorkspace()
  const revoke = useRevokeInvitation(organization.id)
  const send = () =>
    revoke.mutate(invitationId, {
      onSuccess: () => {
        onClose()
        toast({ text: t('identity:members.revoked'), tone: 'good' })
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('identity:members.revokeTitle', { email: member.email })}
      confirm={t('identity:members.revokeSubmit')}
      cancel={t('identity:members.revokeKeep')}
      busy={revoke.isPending}
      onConfirm={send}
    >
      <p className="mb-3">{t('identity:members.revokeAbout')}</p>
      <FormProblem error={revoke.error} />
    </ConfirmDialog>
  )
}
