import type { Invited, Member } from '@kinora/contract'
import { Devices } from '@phosphor-icons/react/dist/csr/Devices'
import { IdentificationBadge } from '@phosphor-icons/react/dist/csr/IdentificationBadge'
import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { Prohibit } from '@phosphor-icons/react/dist/csr/Prohibit'
import { SignOut } from '@phosphor-icons/react/dist/csr/SignOut'
import { UserMinus } from '@phosphor-icons/react/dist/csr/UserMinus'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../use-rights'
import { useWorkspace } from '../workspace'
import { memberRights } from './member-rights'
import { useResendInvitation } from './queries'

export interface MemberActions {
  readonly onAccess: (member: Member) => void
  readonly onSessions: (member: Member) => void
  readonly onRemove: (member: Member) => void
  /** An invitation has a new link that Kinora cannot email. */
  readonly onLink: (invited: Invited, link: string) => void
}

interface MemberMenuProps extends MemberActions {
  readonly member: Member
}

/** The actions on a member or an invitation. Renders nothing if there are none. */
export function MemberMenu({ member, onAccess, onSessions, onRemove, onLink }: MemberMenuProps) {
  const t = useText()
  const { user, organization, environment } = useWorkspace()
  const rights = memberRights(
    useRights('Settings', 'User', 'organization'),
    useRights('Settings', 'Role', 'organization'),
  )
  const resend = useResendInvitation(organization.id)
  const onError = useProblemToast(t('identity:members.resendFailed'))
  const { userId, invitationId, name, email } = member
  const isMe = userId === user.id
  const mayAccess = userId !== null && (rights.changeRole || rights.assignRoles)
  const mayResend = invitationId !== null && rights.resend
  const mayEndSessions = userId !== null && !isMe && rights.endSessions && user.impersonation === null
  if (!mayAccess && !mayResend && !mayEndSessions && !rights.remove && !isMe) return null
  const send = () =>
    invitationId !== null &&
    resend.mutate(invitationId, {
      onSuccess: (again) =>
        again.link === null
          ? toast({ text: t('identity:members.resent'), tone: 'good' })
          : onLink(again, again.link),
      onError,
    })
  return (
    <Menu
      label={t('identity:members.actionsOf', { name: name ?? email })}
      trigger={<RowMenuButton label={t('identity:members.actionsOf', { name: name ?? email })} />}
    >
      {mayAccess && (
        <MenuItem icon={<IdentificationBadge size={16} />} onAction={() => onAccess(member)}>
          {t('identity:members.access')}
        </MenuItem>
      )}
      {mayResend && (
        <MenuItem
          icon={<PaperPlaneTilt size={16} className="rtl:-scale-x-100" />}
          disabled={resend.isPending}
          onAction={send}
        >
          {t('identity:members.resend')}
        </MenuItem>
      )}
      {mayEndSessions && (
        <MenuItem icon={<Devices size={16} />} onAction={() => onSessions(member)}>
          {t('identity:memberSessions.open')}
        </MenuItem>
      )}
      {rights.remove && !isMe && (
        <MenuItem
          danger
          icon={userId === null ? <Prohibit size={16} /> : <UserMinus size={16} />}
          onAction={() => onRemove(member)}
        >
          {userId === null ? t('identity:members.revoke') : t('identity:members.remove')}
        </MenuItem>
      )}
      {isMe && (
        <MenuItem
          icon={<SignOut size={16} className="rtl:-scale-x-100" />}
          href={`/${environment.id}/settings/organization`}
        >
          {t('identity:settings.leaveOpen')}
        </MenuItem>
      )}
    </Menu>
  )
}
