import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Skeleton } from '../../../ui/skeleton'
import { StatusMark } from '../../../ui/status-mark'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { sectionHeadLook, sectionTitleLook } from '../parts/video-overview-look'
import { activityQuery } from '../queries'

/** Events of the video, newest first, for roles that may read events. */
export function VideoActivity({ content }: { readonly content: Content }) {
  const { can } = useWorkspace()
  return can(['Events and Logs', 'Event', 'read']) ? <Activity content={content} /> : null
}

function Activity({ content: { id, environmentId } }: { readonly content: Content }) {
  const t = useText()
  const format = useFormat()
  const { data, isError } = useQuery(activityQuery(environmentId, id))
  if (data?.items.length === 0) return null
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('library:happened.title')}</h2>
        <TextLink to="/$environmentId/events-logs" params={{ environmentId }} search={{ object: id }}>
          {t('library:happened.all')}
        </TextLink>
      </header>
      {isError ? (
        <p className="pt-3 text-ink-3">{t('library:happened.failed')}</p>
      ) : data ? (
        <ol className="pt-2">
          {data.items.map((event) => (
            <li key={event.id} className="flex items-center gap-3 py-[5px]">
              <span className="min-w-0 flex-1">
                <StatusMark tone={event.type.endsWith('errored') ? 'bad' : 'good'}>
                  {t(`eventTypes.${event.type}`)}
                </StatusMark>
              </span>
              <time
                dateTime={event.createdAt}
                title={format.exactTime(event.createdAt)}
                className="tabular shrink-0 text-12 text-ink-3"
              >
                {format.moment(event.createdAt)}
              </time>
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="mt-3 h-24" />
      )}
    </section>
  )
}
