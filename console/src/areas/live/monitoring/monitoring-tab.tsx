import type { Livestream } from '@kinora/contract'
import { monitorWindows } from '@kinora/contract/live/values'
import { Pulse } from '@phosphor-icons/react/dist/csr/Pulse'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { ListFault } from '../../../ui/list-fault'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { Charts } from './charts'
import { EventList } from './event-list'
import { figureIds } from './figures'
import { HealthNow } from './health-now'
import { Pictures } from './pictures'
import { monitorsQuery } from './queries'

const route = getRouteApi('/$environmentId/live-stream_/$streamId_/monitoring')

/** The health of a stream: its figures now and over the last hours, warnings, and what happened. */
export function MonitoringTab({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const { window } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(monitorsQuery(stream.environmentId, stream.id, window))
  const { data, isError } = list
  if (!data && isError)
    return <ListFault title={t('live:monitoring.failed')} safe={t('ui:safe')} list={list} />
  const isEmpty = data && data.health === null && data.points.length === 0
  return (
    <div className="flex flex-col gap-6 pt-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('live:monitoring.window')}
          value={window}
          onChange={(next) => void navigate({ search: { window: next }, replace: true })}
          options={monitorWindows.map((id) => ({ id, content: t(`live:monitoring.windows.${id}`) }))}
        />
        {data && isError && (
          <Banner tone="warn" live>
            {t('live:monitoring.outdated')}
          </Banner>
        )}
      </div>
      {!data ? (
        <MonitoringSkeleton />
      ) : isEmpty ? (
        <>
          <State icon={<Pulse size={20} />} title={t(`live:monitoring.empty.${window}`)}>
            {t('live:monitoring.empty.about')}
          </State>
          {data.events.length > 0 && <EventList events={data.events} />}
        </>
      ) : (
        <>
          {stream.displayStatus === 'Live' && <Pictures stream={stream} monitors={data} />}
          <HealthNow health={data.health} />
          <Charts monitors={data} window={window} />
          <EventList events={data.events} />
        </>
      )}
    </div>
  )
}

function MonitoringSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-6">
      <Skeleton className="h-24 w-full" />
      <div className="grid gap-9 md:grid-cols-2">
        {figureIds.map((chart) => (
          <Skeleton key={chart} className="h-40 w-full" />
        ))}
      </div>
    </div>
  )
}
