import { LockSimple } from '@phosphor-icons/react/dist/csr/LockSimple'
import { Outlet } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { State } from '../../../ui/state'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { useWorkspace } from '../workspace'

/** All users and organizations of this installation, for administrators. */
export function AdministrationScreen() {
  const t = useText()
  const { user, environment } = useWorkspace()
  const params = { environmentId: environment.id }
  if (!user.isAdmin) {
    return (
      <Page title={t('identity:administration.title')}>
        <div className="pt-10">
          <State icon={<LockSimple size={20} />} title={t('identity:administration.closed')}>
            {t('identity:administration.closedAbout')}
          </State>
        </div>
      </Page>
    )
  }
  return (
    <Page title={t('identity:administration.title')}>
      <TabLinks label={t('identity:administration.title')}>
        <TabLink
          to="/$environmentId/administration"
          params={params}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t('identity:administration.people')}
        </TabLink>
        <TabLink
          to="/$environmentId/administration/organizations"
          params={params}
          activeOptions={{ includeSearch: false }}
        >
          {t('identity:administration.organizations')}
        </TabLink>
      </TabLinks>
      <Outlet />
    </Page>
  )
}
