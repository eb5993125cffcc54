import type { Member } from '@kinora/contract'
import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { UserPlus } from '@phosphor-icons/react/dist/csr/UserPlus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useExistingPage } from '../../../lib/hooks/use-existing-page'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Pagination } from '../../../ui/pagination'
import { SearchField } from '../../../ui/search-field'
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
  const [typed, setTyped] = useDebouncedInput(q, look)
  const list = useQuery(
    membersQuery(organization.id, { pageNum: page, pageSize, ...(q !== '' && { phrase: q }) }),
  )
  const columns = useMemberColumns(actions)
  const total = list.data?.totalItems ?? 0
  const known = list.isPlaceholderData ? undefined : list.data?.totalItems
  useExistingPage(
    { page, pageSize, totalItems: known },
    (last) => void navigate({ search: (old) => ({ ...old, page: last }), replace: true }),
  )
  const isAlone = known === 1 && q === ''

  if (list.isError && !list.data) {
    return <ListFault title={t('identity:members.failed')} list={list} />
  }
  return (
    <>
      <div className="py-3">
        <SearchField
          slash
          label={t('identity:members.search')}
          value={typed}
          onChange={setTyped}
          className="w-65 max-sm:w-full"
        />
      </div>
      {list.data && total === 0 ? (
        <div className="pt-8">
          <State
            icon={<MagnifyingGlass size={20} />}
            title={t('identity:members.nothing', { phrase: q })}
            actions={<Button onPress={() => look('')}>{t('identity:members.clear')}</Button>}
          >
            {t('identity:members.nothingWhere')}
          </State>
        </div>
      ) : (
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
      )}
      {total > pageSize && (
        <Pagination
          pageNum={page}
          pageSize={pageSize}
          totalItems={total}
          onPage={(pageNum) => void navigate({ search: (old) => ({ ...old, page: pageNum }) })}
        />
      )}
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
