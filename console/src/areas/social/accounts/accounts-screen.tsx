import { UsersThree } from '@phosphor-icons/react/dist/csr/UsersThree'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { PagedList } from '../../../ui/paged-list'
import { Section } from '../../../ui/section'
import { SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'
import { socialAccountsQuery, socialAppsQuery } from '../queries'
import { useAccountColumns } from './account-columns'
import { AppList } from './app-list'

const route = getRouteApi('/$environmentId/settings/social-accounts')

/** The apps of networks, and the accounts that are connected with them. */
export function SocialAccountsScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const apps = useQuery(socialAppsQuery(environment.id))
  const list = useQuery(socialAccountsQuery(environment.id, page))
  const columns = useAccountColumns()
  const isSetUp = apps.data?.items.some(({ clientId }) => clientId !== null) === true
  return (
    <SettingsPage title={t('social:accounts.title')} about={t('social:accounts.about')}>
      <div className="flex flex-col gap-8 pt-4">
        {apps.isError && !apps.data ? (
          <ListFault title={t('social:accounts.failed')} safe={t('ui:safe')} list={apps} />
        ) : apps.data === undefined ? (
          <div aria-busy>
            <Skeleton className="h-32" />
          </div>
        ) : (
          <AppList apps={apps.data.items} />
        )}
        <Section title={t('social:accounts.connected')}>
          <PagedList
            label={t('social:accounts.connected')}
            list={list}
            columns={columns}
            rowName={({ name }) => name}
            page={page}
            onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
            failed={t('social:accounts.failed')}
            empty={
              <div className="pt-6">
                <State icon={<UsersThree size={20} />} title={t('social:accounts.none')}>
                  {t(isSetUp ? 'social:accounts.noneAbout' : 'social:accounts.noneSetUp')}
                </State>
              </div>
            }
          />
        </Section>
      </div>
    </SettingsPage>
  )
}
