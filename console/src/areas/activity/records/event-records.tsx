import type { Event } from '@kinora/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { CopyText } from '../../../ui/copy-text'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { Body, Facts, RecordDrawer } from './record-drawer'
import { RecordList, type Step } from './record-list'
import { RecordTime } from './record-time'
import { RecordUnavailable } from './record-unavailable'
import { eventQuery, eventsQuery } from './records'
import { RelatedRecordsLink } from './related-records-link'

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
      columns={useColumns(search.everywhere)}
      rowName={({ type }) => type}
      environmentOf={(event) => event.environment.id}
      drawer={(row, step) => (
        <EventDrawer id={search.open} where={search.where || environment.id} known={row} step={step} />
      )}
    />
  )
}

function useColumns(everywhere: boolean): Column<Event>[] {
  const t = useText()
  const environment: Column<Event> = {
    id: 'environment',
    head: t('activity:records.columns.environment'),
    width: '9rem',
    from: 'md',
    cell: (event) => <span className="cut block">{event.environment.name}</span>,
  }
  return [
    {
      id: 'time',
      head: t('activity:records.columns.time'),
      width: '10rem',
      cell: ({ createdAt }) => <RecordTime at={createdAt} />,
    },
    {
      id: 'type',
      head: t('activity:records.columns.type'),
      cell: (event) => <EventTypeCell event={event} />,
    },
    {
      id: 'object',
      head: t('activity:records.columns.about'),
      width: '18rem',
      from: 'md',
      cell: (event) => (
        <span className="cut block text-ink-2">
          <EventObject event={event} />
        </span>
      ),
    },
    ...(everywhere ? [environment] : []),
  ]
}

/** What happened in words, with the event's code, or its object where that has no column. */
function EventTypeCell({ event }: { readonly event: Event }) {
  const t = useText()
  const { type } = event
  return (
    <span className="cut flex items-center gap-3">
      <StatusMark tone={type.endsWith('errored') || type.endsWith('disabled') ? 'bad' : 'good'}>
        {t(`eventTypes.${type}`)}
      </StatusMark>
      <code className="ltr cut min-w-0 font-code text-12 text-ink-3 max-md:hidden">{type}</code>
      <bdi className="cut min-w-0 text-ink-3 md:hidden">{titleOf(event)}</bdi>
    </span>
  )
}

/** The name of the event's object; a video's name is a link. */
function EventObject({ event }: { readonly event: Event }) {
  const title = titleOf(event)
  const { type, id: contentId } = event.object
  if (type !== 'asset' || event.type === 'video.asset.deleted') return <bdi title={title}>{title}</bdi>
  const params = { environmentId: event.environment.id, contentId }
  return (
    <TextLink to="/$environmentId/videos/$contentId" params={params} title={title}>
      <bdi>{title}</bdi>
    </TextLink>
  )
}

/** The name of the event's object, or its type and the end of its id. */
function titleOf({ data, object }: Event): string {
  for (const name of ['title', 'name', 'fileName', 'url']) {
    const value = data[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return `${object.type} …${object.id.slice(-8)}`
}

interface EventDrawerProps {
  readonly id: string
  /** The environment of the event. */
  readonly where: string
  readonly known: Event | undefined
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
          [t('activity:records.columns.about'), <EventObject key="object" event={event} />],
        ]}
      />
      <Body title={t('activity:records.data')} text={JSON.stringify(event.data)} />
    </RecordDrawer>
  )
}
