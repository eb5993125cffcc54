import type { InstallationUser } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { pageOf } from '../search'
import { useWorkspace } from '../workspace'
import { InstallationList } from './installation-list'
import { usePeopleColumns } from './people-columns'
import { peopleQuery } from './queries'
import type { UserHelpKind } from './user-help'

const UserHelp = lazy(async () => ({ default: (await import('./user-help')).UserHelp }))
const ActAs = lazy(async () => ({ default: (await import('./act-as')).ActAs }))
const route = getRouteApi('/$environmentId/administration/')

export function AdministrationPeople() {
  const t = useText()
  const { user } = useWorkspace()
  const look = route.useSearch()
  const navigate = route.useNavigate()
  const [person, setPerson] = useState<InstallationUser>()
  // The address is open to everyone, but only administrators may fetch the list.
  const list = useQuery({ ...peopleQuery(pageOf(look)), enabled: user.isAdmin })
  const [help, setHelp] = useState<{ readonly person: InstallationUser; readonly kind: UserHelpKind }>()
  const columns = usePeopleColumns(setPerson, (person, kind) => setHelp({ person, kind }))
  return (
    <>
      <InstallationList
        label={t('identity:administration.people')}
        searchLabel={t('identity:administration.searchPeople')}
        failed={t('identity:administration.peopleFailed')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        look={look}
        onLook={(change, way) =>
          void navigate({ search: (old) => ({ ...old, ...change }), replace: way === 'replace' })
        }
      />
      <Suspense>
        {person && <ActAs person={person} onClose={() => setPerson(undefined)} />}
        {help && <UserHelp {...help} onClose={() => setHelp(undefined)} />}
      </Suspense>
    </>
  )
}
