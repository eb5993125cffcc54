import type { CloudAccount } from '@kinora/contract'
import { Cloud } from '@phosphor-icons/react/dist/csr/Cloud'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { PagedList } from '../../../ui/paged-list'
import { SettingsPage } from '../../../ui/settings-page'
import { State } from '../../../ui/state'
import { useRights, useWorkspace } from '../../identity'
import { cloudAccountsQuery } from '../queries'
import { useAccountColumns } from './account-columns'

const AccountForm = lazy(async () => ({ default: (await import('./account-form')).AccountForm }))
const AccountTest = lazy(async () => ({ default: (await import('./account-test')).AccountTest }))
const route = getRouteApi('/$environmentId/settings/cloud-connect')

/** The accounts of clouds and servers of the environment. */
export function CloudAccountsScreen() {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const rights = useRights('Settings', 'Cloud Connect')
  const { page, new: making } = route.useSearch()
  const navigate = route.useNavigate()
  const [edited, setEdited] = useState<CloudAccount | null>(null)
  const [tested, setTested] = useState<CloudAccount | null>(null)
  const list = useQuery(cloudAccountsQuery(environment.id, page))
  const columns = useAccountColumns({ onEdit: setEdited, onTest: setTested })
  const setMaking = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: open }), replace: !open, resetScroll: false })
  const make = rights.create && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!organization.isActive}
      onPress={() => setMaking(true)}
    >
      {t('intake:accounts.new')}
    </Button>
  )
  const close = () => {
    if (edited === null) setMaking(false)
    else setEdited(null)
  }
  return (
    <SettingsPage title={t('intake:accounts.title')} about={t('intake:accounts.about')} actions={make}>
      <div className="pt-3">
        <PagedList
          label={t('intake:accounts.title')}
          list={list}
          columns={columns}
          rowName={({ name }) => name}
          page={page}
          onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
          failed={t('intake:accounts.failed')}
          empty={
            <div className="pt-6">
              <State icon={<Cloud size={20} />} title={t('intake:accounts.none')} actions={make}>
                {t('intake:accounts.noneAbout')}
              </State>
            </div>
          }
        />
      </div>
      <Suspense>
        {((making && rights.create) || edited !== null) && (
          <AccountForm
            key={edited?.id}
            account={edited}
            onClose={close}
            onSaved={(saved) => {
              close()
              if (rights.update) setTested(saved)
            }}
          />
        )}
        {tested !== null && <AccountTest key={tested.id} account={tested} onClose={() => setTested(null)} />}
      </Suspense>
    </SettingsPage>
  )
}
