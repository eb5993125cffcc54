import type { Member } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'
import { PersonAvatar } from '../person-avatar'
import { useRoleName } from '../roles/role-name'
import { useWorkspace } from '../workspace'
import { type MemberActions, MemberMenu } from './member-menu'
import { MemberStatus } from './member-status'

export function useMemberColumns(actions: MemberActions): readonly Column<Member>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'member',
      head: t('identity:members.member'),
      cell: (member) => <MemberCell member={member} />,
    },
    {
      id: 'role',
      head: t('identity:members.role'),
      width: '28%',
      cell: (member) => <RoleCell member={member} />,
    },
    {
      id: 'status',
      head: t('identity:members.status'),
      width: '150px',
      from: 'sm',
      cell: (member) => <MemberStatus member={member} />,
    },
    {
      id: 'since',
      head: t('identity:members.since'),
      width: '120px',
      from: 'lg',
      cell: ({ joinedAt, invitedAt }) => {
        const since = joinedAt ?? invitedAt
        return (
          since !== null && (
            <time dateTime={since} title={format.exactTime(since)} className="tabular text-ink-2">
              {format.date(since)}
            </time>
          )
        )
      },
    },
    {
      id: 'menu',
      head: t('identity:members.actions'),
      quietHead: true,
      width: '40px',
      cell: (member) => <MemberMenu member={member} {...actions} />,
    },
  ]
}

function MemberCell({ member }: { readonly member: Member }) {
  const t = useText()
  const { user } = useWorkspace()
  const { userId, name, email, status } = member
  return (
    <span className="flex items-center gap-3">
      <PersonAvatar userId={userId} name={name} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span dir="auto" className="cut own-way font-mid text-ink">
            {name ?? email}
          </span>
          {userId === user.id && (
            <span className="shrink-0 rounded-1 bg-hover px-1.5 text-11 text-ink-2">
              {t('identity:members.you')}
            </span>
          )}
        </span>
        {name !== null && (
          <span dir="auto" className="own-way cut block text-12 text-ink-3" title={email}>
            <bdi>{email}</bdi>
          </span>
        )}
        {status !== 'joined' && (
          <span className="block text-12 text-ink-3 sm:hidden">
            {t(`identity:members.statuses.${status}`)}
          </span>
        )}
      </span>
    </span>
  )
}

/** The role in the organization and, below it, the roles in single environments. */
function RoleCell({ member: { role, environmentRoles } }: { readonly member: Member }) {
  const t = useText()
  const roleName = useRoleName()
  const { organization } = useWorkspace()
  const own = environmentRoles.flatMap((each) => {
    const environment = organization.environments.find(({ id }) => id === each.environmentId)
    return environment
      ? [
          t('identity:members.inEnvironment', {
            environment: isolate(environment.name),
            role: isolate(roleName(each.role)),
          }),
        ]
      : []
  })
  const beneath = own.join(t('identity:members.comma'))
  return (
    <span className="block">
      <span dir="auto" className="cut own-way block text-ink">
        {roleName(role)}
      </span>
      {beneath !== '' && (
        <span className="cut block text-12 text-ink-3" title={beneath}>
          {beneath}
        </span>
      )}
    </span>
  )
}
