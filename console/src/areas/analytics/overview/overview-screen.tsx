import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { NoAccess, useRoleName, useWorkspace } from '../../identity'
import { FilterBar } from '../filtering/filter-bar'
import { RangePicker } from '../range/range-picker'
import { Realtime } from '../realtime/realtime'
import { tabs } from '../tabs'
import { useView } from '../view'
import { ViewsDrawer } from '../views/views-drawer'
import { ExportMenu } from './export-menu'
import { FiguresOverTime } from './figures-over-time'

/** How often and how well videos and live streams were watched. */
export function OverviewScreen() {
  const t = useText()
  const { environment, can } = useWorkspace()
  const roleName = useRoleName()
  const { tab, open } = useView()
  if (!can(['Analytics', 'Views', 'read'])) {
    return (
      <Page title={t('analytics:title')}>
        <div className="pt-10">
          <NoAccess what={t('analytics:title')} role={roleName(environment.role)} />
        </div>
      </Page>
    )
  }
  return (
    <Page
      title={t('analytics:title')}
      actions={
        tab !== 'realtime' && (
          <>
            <RangePicker />
            <ExportMenu />
          </>
        )
      }
    >
      <TabLinks label={t('analytics:title')}>
        {tabs.map((id) => (
          <TabLink
            key={id}
            from="/$environmentId/analytics"
            search={(old) => ({ ...old, tab: id, open: '' })}
            activeOptions={{ exact: true }}
            aria-current={id === tab ? 'page' : undefined}
          >
            {t(`analytics:tabs.${id}`)}
          </TabLink>
        ))}
      </TabLinks>
      <FilterBar />
      {tab === 'realtime' ? <Realtime /> : <FiguresOverTime key={tab} tab={tab} />}
      {open !== '' && <ViewsDrawer />}
    </Page>
  )
}
