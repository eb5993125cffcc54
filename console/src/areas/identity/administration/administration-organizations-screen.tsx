import type { InstallationOrganization } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { pageOf } from '../search'
import { useWorkspace } from '../workspace'
import { InstallationList } from './installation-list'
import { useOrganizationColumns } from './organization-columns'
import { organizationsQuery } from './queries'

const OrganizationStatus = lazy(async () => ({
  default: (await import('./organization-status')).OrganizationStatus,
}))
const route = getRouteApi('/$environmentId/administration/organizations')

export function AdministrationOrganizations() {
  const t = useText()
  const { user } = useWorkspace()
  const look = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<InstallationOrganization>()
  const list = useQuery({ ...organizationsQuery(pageOf(look)), enabled: user.isAdmin })
  const columns = useOrganizationColumns(setChosen)
  return (
    <>
      <InstallationList
        label={t('identity:administration.organizations')}
        searchLabel={t('identity:administration.searchOrganizations')}
        failed={t('identity:administration.organizationsFailed')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        onOpen={setChosen}
        look={look}
        onLook={(change, way) =>
          void navigate({ search: (old) => ({ ...old, ...change }), replace: way === 'replace' })
        }
      />
      <Suspense>
        {chosen && <OrganizationStatus organization={chosen} onClose={() => setChosen(undefined)} />}
      </Suspense>
    </>
  )
}
