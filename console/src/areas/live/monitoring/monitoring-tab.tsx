import type { Livestream } from '@kinora/contract'
import { monitorWindows } from '@kinora/contract/live/values'
import { Pulse } from '@phosphor-icons/react/dist/csr/Pulse'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { useSlot } from '../../../lib/slots'
import { Banner } from '../../../ui/banner'
import { ListFault } from '../../../ui/list-fault'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { monitoringParts } from '../search'
import type { StreamPartProps } from '../slots'
import { Charts } from './charts'
import { EventList } from './event-list'
import { figureIds } from './figures'
import { HealthNow } from './health-now'
import { Pictures } from './pictures'
import { monitorsQuery } from './queries'

const route = getRouteApi('/$environmentId/live-stream_/$streamId_/monitoring')

/** Monitoring of a stream: its health, or its viewers. */
export function MonitoringTab({ stream }: StreamPartProps) {
  const t = useText()
  const Viewers = useSlot('streamParts').find(({ viewers }) => viewers)?.viewers
  const { part } = route.useSearch()
  const navigate = route.useNavigate()
  const choice = (
    <Segmented
      label={t('live:monitoring.part')}
      value={part}
      onChange={(next) => void navigate({ search: { part: next }, replace: true })}
      options={monitoringParts.map((id) => ({ id, content: t(`live:monitoring.parts.${id}`) }))}
    />
  )
  return part === 'viewers' && Viewers ? (
    <Viewers stream={stream} lead={choice} />
  ) : (
    <StreamHealth stream={stream} lead={choice} />
  )
}

/** Health of a stream: current figures, warnings, charts and events. */
function StreamHealth({ stream, lead }: { readonly stream: Livestream; readonly lead: ReactNode }) {
  const t = useText()
  const { window } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(monitorsQuery(stream.environmentId, stream.id, window))
  const { data, isError } = list
  const isEmpty = data && data.health === null && data.points.length === 0
  return (
    <div className="flex flex-col gap-6 pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {lead}
        {data && isError && (
          <Banner tone="warn" live>
            {t('live:monitoring.outdated')}
          </Banner>
        )}
        <Segmented
          label={t('live:monitoring.window')}
          value={window}
          onChange={(next) => void navigate({ search: { window: next }, replace: true })}
          options={monitorWindows.map((id) => ({ id, content: t(`live:monitoring.windows.${id}`) }))}
        />
      </div>
      {!data ? (
        isError ? (
          <ListFault title={t('live:monitoring.failed')} safe={t('ui:safe')} list={list} />
        ) : (
          <MonitoringSkeleton />
        )
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
