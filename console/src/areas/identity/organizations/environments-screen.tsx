import type { CountedEnvironment } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Page } from '../../../ui/page'
import { Table } from '../../../ui/table'
import { NoAccess } from '../no-access'
import { environmentsQuery } from '../queries'
import type { EnvironmentSort } from '../search'
import { useWorkspace } from '../workspace'
import { useEnvironmentColumns } from './environment-columns'
import { EnvironmentKey } from './environment-key'

const NewEnvironment = lazy(async () => ({
  default: (await import('./new-environment')).NewEnvironment,
}))
const EditEnvironment = lazy(async () => ({
  default: (await import('./edit-environment')).EditEnvironment,
}))
const route = getRouteApi('/$environmentId/environments')

export function EnvironmentsScreen() {
  const t = useText()
  const { organization, canInOrganization } = useWorkspace()
  const { sort, new: adding } = route.useSearch()
  const navigate = route.useNavigate()
  const [editing, setEditing] = useState<CountedEnvironment>()
  const columns = useEnvironmentColumns(setEditing)
  const mayRead = canInOrganization(['Environments', 'Environment', 'read'])
  const list = useQuery({ ...environmentsQuery(organization.id), enabled: mayRead })
  const mayAdd = canInOrganization(['Environments', 'Environment', 'create'])
  const open = (environment: CountedEnvironment) =>
    void navigate({ to: '/$environmentId/environments', params: { environmentId: environment.id } })

  return (
    <Page
      title={t('identity:environments.title')}
      actions={
        mayAdd && (
          <Button
            variant="primary"
            icon={<Plus size={16} />}
            disabled={!organization.isActive}
            onPress={() => void navigate({ search: (old) => ({ ...old, new: true }) })}
          >
            {t('identity:environments.add')}
          </Button>
        )
      }
      noAccess={!mayRead && <NoAccess what={t('identity:environments.title')} grantedIn="organization" />}
    >
      <p className="mt-1 mb-4 max-w-(--w-text) text-14 text-pretty text-ink-2">
        {t('identity:environments.about')}
      </p>
      {list.isError && list.data === undefined ? (
        <ListFault title={t('identity:environments.failed')} list={list} />
      ) : (
        <Table
          label={t('identity:environments.title')}
          columns={columns}
          rows={list.data && sorted(list.data.items, sort)}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={open}
          busy={list.isRefetching}
          skeletonRows={organization.environments.length}
          sorting={{
            value: sort,
            onChange: (value) => void navigate({ search: (old) => ({ ...old, sort: value }), replace: true }),
          }}
        />
      )}
      {mayRead && <EnvironmentKey />}
      <Suspense>
        {adding && mayAdd && organization.isActive && (
          <NewEnvironment
            organizationId={organization.id}
            onClose={() => void navigate({ search: (old) => ({ ...old, new: false }), replace: true })}
          />
        )}
        {editing && <EditEnvironment environment={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </Page>
  )
}

function sorted(environments: readonly CountedEnvironment[], sort: EnvironmentSort): CountedEnvironment[] {
  const field = sort.replace('-', '') === 'name' ? 'name' : 'createdAt'
  const sign = sort.startsWith('-') ? -1 : 1
  return environments.toSorted((one, other) => sign * one[field].localeCompare(other[field]))
}
