import type { Environment } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { Page } from '../../../ui/page'
import { Table } from '../../../ui/table'
import { useHere } from '../here'
import { useEnvironmentColumns } from '../parts/environment-columns'
import { environmentsQuery } from '../queries'
import type { EnvironmentSort } from '../search'

const NewEnvironment = lazy(async () => ({
  default: (await import('../parts/new-environment')).NewEnvironment,
}))
const route = getRouteApi('/$environmentId/environments')

export function EnvironmentsScreen() {
  const t = useText()
  const { organization, canInOrganization } = useHere()
  const { sort, new: adding } = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useEnvironmentColumns()
  const list = useQuery(environmentsQuery(organization.id))
  const mayAdd = canInOrganization(['Environments', 'Environment', 'create'])
  const open = (environment: Environment) =>
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
    >
      <p className="mt-1 mb-4 max-w-(--w-text) text-14 text-pretty text-ink-2">
        {t('identity:environments.about')}
      </p>
      {list.isError && list.data === undefined ? (
        <div className="pt-10">
          <ErrorState
            title={t('identity:environments.failed')}
            error={list.error}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </div>
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
      <Suspense>
        {adding && mayAdd && organization.isActive && (
          <NewEnvironment
            organizationId={organization.id}
            onClose={() => void navigate({ search: (old) => ({ ...old, new: false }), replace: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}

function sorted(environments: readonly Environment[], sort: EnvironmentSort): Environment[] {
  const field = sort.replace('-', '') === 'name' ? 'name' : 'createdAt'
  const sign = sort.startsWith('-') ? -1 : 1
  return environments.toSorted((one, other) => sign * one[field].localeCompare(other[field]))
}
