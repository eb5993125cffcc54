import type { ListedEvent } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { RecordTime } from './record-time'
import { VideoThumb } from './video-thumb'

export function useEventColumns(everywhere: boolean): Column<ListedEvent>[] {
  const t = useText()
  const environment: Column<ListedEvent> = {
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
      width: '12rem',
      from: 'sm',
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
      width: '40%',
      from: 'md',
      cell: (event) => (
        <span className="flex min-w-0 items-center gap-3">
          {event.video && <VideoThumb video={event.video} />}
          <span className="cut min-w-0 text-ink-2">
            <EventObject event={event} />
          </span>
        </span>
      ),
    },
    ...(everywhere ? [environment] : []),
  ]
}

/** The name of the event with its code. On narrow screens, its object replaces the code. */
function EventTypeCell({ event }: { readonly event: ListedEvent }) {
  const t = useText()
  const { type, video, createdAt } = event
  return (
    <span className="flex min-w-0 items-center gap-3">
      {video && (
        <span className="hidden shrink-0 max-md:block lg:group-data-beside/table:block">
          <VideoThumb video={video} />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="cut flex items-center gap-3">
          <StatusMark tone={type.endsWith('errored') || type.endsWith('disabled') ? 'bad' : 'good'}>
            {t(`eventTypes.${type}`)}
          </StatusMark>
          <code className="ltr cut min-w-0 font-code text-12 text-ink-3 max-md:hidden lg:group-data-beside/table:hidden">
            {type}
          </code>
        </span>
        <span className="cut hidden text-12 text-ink-3 max-md:block lg:group-data-beside/table:block">
          <bdi>{titleOf(event)}</bdi>
          <span className="sm:hidden lg:group-data-beside/table:@max-[470px]:inline">
            {' · '}
            <RecordTime small at={createdAt} />
          </span>
        </span>
      </span>
    </span>
  )
}

/** The name of the event's object, or of its video; a video's name is a link. */
export function EventObject({ event }: { readonly event: ListedEvent }) {
  const title = titleOf(event)
  const { video } = event
  if (video === null) return <bdi title={title}>{title}</bdi>
  const params = { environmentId: event.environment.id, contentId: video.id }
  return (
    <TextLink to="/$environmentId/videos/$contentId" params={params} title={title}>
      <bdi>{title}</bdi>
    </TextLink>
  )
}

/** The title of the video, or the name of the event's object, or its type and the end of its id. */
function titleOf({ data, object, video }: ListedEvent): string {
  if (video) return video.title
  for (const name of ['title', 'name', 'fileName', 'url']) {
    const value = data[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return `${object.type} …${object.id.slice(-8)}`
}
