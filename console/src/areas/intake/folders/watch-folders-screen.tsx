import type { WatchFolder } from '@kinora/contract'
import { FolderOpen } from '@phosphor-icons/react/dist/csr/FolderOpen'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { PagedList } from '../../../ui/paged-list'
import { SettingsPage } from '../../../ui/settings-page'
import { State } from '../../../ui/state'
import { useRights, useWorkspace } from '../../identity'
import { watchFoldersQuery, watchRootsQuery } from '../queries'
import { useFolderColumns } from './folder-columns'

const FolderForm = lazy(async () => ({ default: (await import('./folder-form')).FolderForm }))
const route = getRouteApi('/$environmentId/settings/watch-folders')

/** The watched folders of the environment. */
export function WatchFoldersScreen() {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const rights = useRights('Settings', 'Watch Folder')
  const accountRights = useRights('Settings', 'Cloud Connect')
  const { page, new: making } = route.useSearch()
  const navigate = route.useNavigate()
  const [edited, setEdited] = useState<WatchFolder | null>(null)
  const list = useQuery(watchFoldersQuery(environment.id, page))
  const { data: places } = useQuery(watchRootsQuery(environment.id))
  const columns = useFolderColumns(setEdited)
  const setMaking = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: open }), replace: !open, resetScroll: false })
  const hasPlaces = places !== undefined && places.items.length + places.accounts.length > 0
  const isNotSetUp = places !== undefined && !hasPlaces
  const make = rights.create && hasPlaces && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!organization.isActive}
      onPress={() => setMaking(true)}
    >
      {t('intake:folders.new')}
    </Button>
  )
  const toAccounts = accountRights.read && (
    <LinkButton to="/$environmentId/settings/cloud-connect" params={{ environmentId: environment.id }}>
      {t('intake:folders.toAccounts')}
    </LinkButton>
  )
  const open = ({ id, environmentId }: WatchFolder) =>
    void navigate({
      to: '/$environmentId/settings/watch-folders/$folderId',
      params: { environmentId, folderId: id },
    })
  const close = () => {
    if (edited === null) setMaking(false)
    else setEdited(null)
  }
  return (
    <SettingsPage title={t('intake:folders.title')} about={t('intake:folders.about')} actions={make}>
      <div className="pt-3">
        <PagedList
          label={t('intake:folders.title')}
          list={list}
          columns={columns}
          rowName={({ name }) => name}
          onOpen={open}
          page={page}
          onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
          failed={t('intake:folders.failed')}
          empty={
            <div className="pt-6">
              <State
                icon={<FolderOpen size={20} />}
                title={t(isNotSetUp ? 'intake:folders.notSetUp' : 'intake:folders.none')}
                actions={isNotSetUp ? toAccounts : make}
              >
                {t(isNotSetUp ? 'intake:folders.notSetUpAbout' : 'intake:folders.noneAbout')}
              </State>
            </div>
          }
        />
      </div>
      <Suspense>
        {((making && rights.create) || edited !== null) && places && hasPlaces && (
          <FolderForm key={edited?.id} folder={edited} places={places} onClose={close} />
        )}
      </Suspense>
    </SettingsPage>
  )
}
