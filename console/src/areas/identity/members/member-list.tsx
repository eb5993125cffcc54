import type { Member } from '@kinora/contract'
import { UserPlus } from '@phosphor-icons/react/dist/csr/UserPlus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListSearch } from '../../../ui/list-search'
import { NothingFound } from '../../../ui/nothing-found'
import { Paged } from '../../../ui/paged'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import { settingsPageSize as pageSize } from '../search'
import { useRights } from '../use-rights'
import { useWorkspace } from '../workspace'
import { useMemberColumns } from './member-columns'
import type { MemberActions } from './member-menu'
import { memberRights } from './member-rights'
import { membersQuery } from './queries'

const route = getRouteApi('/$environmentId/settings/members')

interface MemberListProps extends MemberActions {
  readonly onInvite: () => void
}

/** Members and invited people, searchable by name or address. */
export function MemberList({ onInvite, ...actions }: MemberListProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const rights = memberRights(
    useRights('Settings', 'User', 'organization'),
    useRights('Settings', 'Role', 'organization'),
  )
  const { q, page } = route.useSearch()
  const navigate = route.useNavigate()
  const look = (phrase: string) =>
    void navigate({ search: (old) => ({ ...old, q: phrase, page: 1 }), replace: true })
  const list = useQuery(
    membersQuery(organization.id, { pageNum: page, pageSize, ...(q !== '' && { phrase: q }) }),
  )
  const columns = useMemberColumns(actions)
  const isAlone = list.data?.totalItems === 1 && !list.isPlaceholderData && q === ''

  return (
    <>
      <div className="py-3">
        <ListSearch label={t('identity:members.search')} phrase={q} onChange={look} />
      </div>
      <Paged
        list={list}
        page={page}
        onPage={(next, replace) => void navigate({ search: (old) => ({ ...old, page: next }), replace })}
        pageSize={pageSize}
        failed={t('identity:members.failed')}
        safe=""
        empty={
          <NothingFound
            title={t('identity:members.nothing', { phrase: q })}
            clear={t('identity:members.clear')}
            onClear={() => look('')}
          >
            {t('identity:members.nothingWhere')}
          </NothingFound>
        }
      >
        <Table
          label={t('identity:members.title')}
          columns={columns}
          rows={list.data?.items}
          rowKey={({ userId, invitationId, email }) => userId ?? invitationId ?? email}
          rowName={({ name, email }) => name ?? email}
          busy={list.isPlaceholderData}
          skeletonRows={5}
          {...((rights.changeRole || rights.assignRoles) && {
            onOpen: (member: Member) => {
              if (member.userId !== null) actions.onAccess(member)
            },
          })}
        />
      </Paged>
      {isAlone && rights.invite && (
        <div className="pt-10">
          <State
            icon={<UserPlus size={20} />}
            title={t('identity:members.alone')}
            actions={
              <Button variant="primary" onPress={onInvite}>
                {t('identity:members.invite')}
              </Button>
            }
          >
            {t('identity:members.aloneAbout')}
          </State>
        </div>
      )}
    </>
  )
}
