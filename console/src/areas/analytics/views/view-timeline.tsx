import type { ViewDetails } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { isGone } from '../../../lib/problem'
import { cx } from '../../../ui/cx'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { useFigureText } from '../figure-text'
import { viewQuery } from '../queries'
import { usePartName } from '../use-part-name'
import { useErrorName } from './use-error-name'
import { ViewRequests } from './view-requests'

const shown = [
  'country',
  'state',
  'city',
  'isp',
  'deviceType',
  'deviceName',
  'os',
  'browser',
  'programme',
  'partner',
  'pageHost',
  'playerVersion',
] as const

/** A view: its facts, its requests and the events that its player reported. */
export function ViewTimeline({ id, atMs }: { readonly id: string; readonly atMs: number }) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const nameOf = usePartName()
  const { environment } = useWorkspace()
  const at = Number.isSafeInteger(atMs) && atMs > 0 && atMs < 8.64e15 ? new Date(atMs).toISOString() : ''
  const { data, error } = useQuery(viewQuery(environment.id, id, at))
  if (error && !data) {
    return (
      <p className="text-13 text-ink-2">{t(isGone(error) ? 'analytics:viewGone' : 'analytics:failed')}</p>
    )
  }
  if (!data) return <Skeleton className="h-80 w-full" />
  const figures = [
    [t('analytics:metrics.watch-time'), format.duration(data.watchTime)],
    [
      t('analytics:metrics.startup-time'),
      data.startupMs === null ? none : figure.full('startup-time', data.startupMs),
    ],
    [
      t('analytics:rebuffers'),
      t('analytics:times', { count: data.rebuffers, time: format.duration(data.rebufferTime) }),
    ],
    [
      t('analytics:metrics.average-bitrate'),
      data.averageKbps === null ? none : figure.full('average-bitrate', data.averageKbps),
    ],
    ...shown
      .filter((dimension) => data[dimension] !== '')
      .map((dimension) => [t(`analytics:dimension.${dimension}`), nameOf(dimension, data[dimension])]),
  ]
  return (
    <>
      <h3 className="text-16 font-head">
        <bdi>{data.name ?? t('analytics:deleted')}</bdi>
      </h3>
      <p className="pb-4 text-13 text-ink-3">{format.exactTime(data.startedAt)}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-13">
        {figures.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-end wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="pt-6 pb-2 text-14 font-head">{t('analytics:timeline')}</h3>
      {data.events.length === 0 ? (
        <p className="text-13 text-ink-3">{t('analytics:timelineGone')}</p>
      ) : (
        <ol>
          {data.events.map((event) => (
            <EventRow key={event.seq} event={event} />
          ))}
        </ol>
      )}
      {data.requests.length > 0 && <ViewRequests requests={data.requests} />}
    </>
  )
}

function EventRow({ event }: { readonly event: ViewDetails['events'][number] }) {
  const t = useText()
  const format = useFormat()
  const errorName = useErrorName()
  const { type, elapsed, position, value, errorCode } = event
  const isBad = type === 'error' || type === 'stall'
  const more =
    errorCode !== null ? errorName(errorCode) : type === 'quality' && value !== null ? `${value}p` : ''
  return (
    <li className="grid grid-cols-[4.5rem_1fr_auto] gap-3 border-b border-rule py-1.5 text-13">
      <span className="tabular text-ink-3">{format.duration(elapsed)}</span>
      <span className={cx(isBad && 'text-bad')}>
        {t(`analytics:eventNames.${type}`)} {more !== '' && <bdi className="text-ink-3">{more}</bdi>}
      </span>
      <span className="tabular text-12 text-ink-3">
        {t('analytics:atPosition', { position: format.duration(position) })}
      </span>
    </li>
  )
}
