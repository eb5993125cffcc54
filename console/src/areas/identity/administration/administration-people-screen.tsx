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
  const columns = usePeopleColumns(setPerson)
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
      <Suspense>{person && <ActAs person={person} onClose={() => setPerson(undefined)} />}</Suspense>
    </>
  )
}
