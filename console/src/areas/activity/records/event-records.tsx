import type { ListedEvent } from '@kinora/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { CopyText } from '../../../ui/copy-text'
import { useWorkspace } from '../../identity'
import { EventObject, useEventColumns } from './event-columns'
import { Body, Facts, RecordDrawer } from './record-drawer'
import { RecordList, type Step } from './record-list'
import { RecordUnavailable } from './record-unavailable'
import { eventQuery, eventsQuery } from './records'
import { RelatedRecordsLink } from './related-records-link'
import { VideoThumb } from './video-thumb'

const route = getRouteApi('/$environmentId/events-logs')

export function EventRecords() {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const search = route.useSearch()
  const place = { environmentId: environment.id, organizationId: organization.id }
  const list = useInfiniteQuery(eventsQuery(place, search))
  return (
    <RecordList
      label={t('activity:records.tabs.events')}
      list={list}
      columns={useEventColumns(search.everywhere)}
      tall
      rowName={({ type }) => type}
      environmentOf={(event) => event.environment.id}
      drawer={(row, step) => (
        <EventDrawer id={search.open} where={search.where || environment.id} known={row} step={step} />
      )}
    />
  )
}

interface EventDrawerProps {
  readonly id: string
  /** The environment of the event. */
  readonly where: string
  readonly known: ListedEvent | undefined
  readonly step: Step
}

function EventDrawer({ id, where, known, step }: EventDrawerProps) {
  const t = useText()
  const format = useFormat()
  const query = useQuery({ ...eventQuery(where, id), enabled: known === undefined })
  const event = known ?? query.data
  if (!event) {
    return (
      <RecordDrawer title={t('activity:records.event')} step={step}>
        <RecordUnavailable error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      </RecordDrawer>
    )
  }
  const { object } = event
  return (
    <RecordDrawer
      title={t(`eventTypes.${event.type}`)}
      step={step}
      foot={<RelatedRecordsLink objectId={object.id} />}
    >
      <Facts
        facts={[
          [t('activity:records.columns.id'), <CopyText key="id" text={event.id} />],
          [t('activity:records.columns.time'), format.exactTime(event.createdAt)],
          [
            t('activity:records.columns.type'),
            <code key="type" className="ltr font-code text-12">
              {event.type}
            </code>,
          ],
          [t('activity:records.columns.environment'), event.environment.name],
          [
            t('activity:records.columns.about'),
            <span key="object" className="flex items-center gap-3">
              {event.video && <VideoThumb video={event.video} />}
              <span className="min-w-0">
                <EventObject event={event} />
              </span>
            </span>,
          ],
        ]}
      />
      <Body title={t('activity:records.data')} text={JSON.stringify(event.data)} />
    </RecordDrawer>
  )
}
