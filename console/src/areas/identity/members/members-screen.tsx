import type { Invited, Member } from '@kinora/contract'
import { UserPlus } from '@phosphor-icons/react/dist/csr/UserPlus'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { SettingsPage } from '../../../ui/settings-page'
import { useRights } from '../use-rights'
import { useWorkspace } from '../workspace'
import { MemberList } from './member-list'
import { memberRights } from './member-rights'

const InvitationLink = lazy(async () => ({
  default: (await import('./invitation-link')).InvitationLink,
}))
const InviteMember = lazy(async () => ({
  default: (await import('./invite-member')).InviteMember,
}))
const MemberAccess = lazy(async () => ({
  default: (await import('./member-access')).MemberAccess,
}))
const MemberSessions = lazy(async () => ({
  default: (await import('./member-sessions')).MemberSessions,
}))
const RemoveMember = lazy(async () => ({
  default: (await import('./remove-member')).RemoveMember,
}))
const route = getRouteApi('/$environmentId/settings/members')

export function MembersScreen() {
  const t = useText()
  const { canInOrganization } = useWorkspace()
  const rights = memberRights(
    useRights('Settings', 'User', 'organization'),
    useRights('Settings', 'Role', 'organization'),
  )
  const { new: inviting } = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<Member>()
  const [watched, setWatched] = useState<Member>()
  const [removing, setRemoving] = useState<Member>()
  const [link, setLink] = useState<{ readonly invited: Invited; readonly link: string }>()
  const invite = () => void navigate({ search: (old) => ({ ...old, new: true }) })
  return (
    <SettingsPage
      title={t('identity:members.title')}
      about={t('identity:members.about')}
      actions={
        canInOrganization(['Settings', 'User', 'create']) && (
          <Button variant="primary" icon={<UserPlus size={16} />} disabled={!rights.invite} onPress={invite}>
            {t('identity:members.invite')}
          </Button>
        )
      }
    >
      <MemberList
        onInvite={invite}
        onAccess={setOpened}
        onSessions={setWatched}
        onRemove={setRemoving}
        onLink={(invited, link) => setLink({ invited, link })}
      />
      <Suspense>
        {inviting && rights.invite && (
          <InviteMember
            onClose={() => void navigate({ search: (old) => ({ ...old, new: false }), replace: true })}
          />
        )}
        {opened && <MemberAccess member={opened} onClose={() => setOpened(undefined)} />}
        {link && <InvitationLink {...link} onDone={() => setLink(undefined)} />}
        {watched?.userId && (
          <MemberSessions member={watched} userId={watched.userId} onClose={() => setWatched(undefined)} />
        )}
        {removing && <RemoveMember member={removing} onClose={() => setRemoving(undefined)} />}
      </Suspense>
    </SettingsPage>
  )
}
