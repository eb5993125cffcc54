import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { NoAccess, useWorkspace } from '../../identity'
import { Videos } from '../compare/videos'
import { ExportsDrawer } from '../exports/exports-drawer'
import { FilterBar } from '../filtering/filter-bar'
import { RangePicker } from '../range/range-picker'
import { Realtime } from '../realtime/realtime'
import { advancedFeature, isAboutAds, screens, type Tab } from '../tabs'
import { useCounted } from '../use-counted'
import { useChangeView, useScreen, useView } from '../view'
import { ViewsDrawer } from '../views/views-drawer'
import { ExportMenu } from './export-menu'
import { FiguresOverTime } from './figures-over-time'
import { Revenue } from './revenue'

/** A screen of analytics: tabs, filters, and the content of the current tab. */
export function OverviewScreen() {
  const t = useText()
  const { can, environment } = useWorkspace()
  const screen = useScreen()
  const tabs: readonly Tab[] = screens[screen]
  const { tab, open } = useView()
  const counted = useCounted()
  const change = useChangeView()
  const mayOpen = (id: Tab) => {
    const feature = advancedFeature(id)
    if (feature !== undefined) return can(['Adv Analytics', feature, 'read'])
    return !isAboutAds(id) || can(['Ad Insertion', 'Channel', 'read'])
  }
  const title = t(`analytics:titles.${screen === '/$environmentId/Adv_analytics' ? 'advanced' : 'general'}`)
  const mayRead = can(['Analytics', 'Views', 'read']) && tabs.some(mayOpen)
  return (
    <Page
      title={title}
      actions={
        tab !== 'realtime' &&
        mayOpen(tab) && (
          <>
            {can(['Analytics', 'Report', 'read']) && (
              <LinkButton
                to="/$environmentId/cdn_analytics/reports"
                params={{ environmentId: environment.id }}
                icon={<EnvelopeSimple size={16} aria-hidden />}
                className="max-lg:hidden"
              >
                {t('reports:list.title')}
              </LinkButton>
            )}
            <RangePicker />
            {tab !== 'videos' && <ExportMenu tab={tab} />}
          </>
        )
      }
      noAccess={!mayRead && <NoAccess what={title} />}
    >
      <TabLinks label={title}>
        {tabs.filter(mayOpen).map((id) => (
          <TabLink
            key={id}
            from={screen}
            search={(old) => ({ ...old, tab: id, open: '', page: 1 })}
            activeOptions={{ exact: true }}
            aria-current={id === tab ? 'page' : undefined}
          >
            {t(`analytics:tabs.${id}`)}
          </TabLink>
        ))}
      </TabLinks>
      {mayOpen(tab) && <FilterBar />}
      {!mayOpen(tab) ? (
        <div className="pt-8">
          <NoAccess what={t(`analytics:tabs.${tab}`)} />
        </div>
      ) : tab === 'revenue' ? (
        <Revenue />
      ) : tab === 'realtime' ? (
        <Realtime />
      ) : tab === 'videos' ? (
        <Videos />
      ) : (
        <FiguresOverTime key={tab} tab={tab} />
      )}
      {open === 'exports' ? (
        <ExportsDrawer />
      ) : (
        open !== '' &&
        tab !== 'videos' && <ViewsDrawer counted={counted} open={open} onOpen={(open) => change({ open })} />
      )}
    </Page>
  )
}
