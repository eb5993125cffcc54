import { LockSimple } from '@phosphor-icons/react/dist/csr/LockSimple'
import { Outlet } from '@tanstack/react-router'
import type { AdministrationTab } from '../../../lib/area'
import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { State } from '../../../ui/state'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { useWorkspace } from '../workspace'

/** Administration of this installation. Areas contribute its tabs. */
export function AdministrationScreen({ tabs }: { readonly tabs: readonly AdministrationTab[] }) {
  const t = useText()
  const { user, environment } = useWorkspace()
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
  const isOffered = ({ feature }: AdministrationTab) =>
    feature === undefined ||
    user.organizations.some(({ grants }) => grants.some((right) => right.startsWith(`${feature}.`)))
  // The first tab is that of the address without a tab.
  const shown = tabs
    .filter(isOffered)
    .toSorted((one, other) => Number(one.feature !== undefined) - Number(other.feature !== undefined))
  return (
    <Page title={t('identity:administration.title')}>
      <TabLinks label={t('identity:administration.title')}>
        {shown.map(({ to, label }) => (
          <TabLink
            key={to}
            to={to}
            params={{ environmentId: environment.id }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {label(t)}
          </TabLink>
        ))}
      </TabLinks>
      <Outlet />
    </Page>
  )
}
