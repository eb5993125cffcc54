import type { WorstViews as Worst } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useFigureText } from '../figure-text'
import type { Counted } from '../queries'
import { usePartName } from '../use-part-name'
import { worstViewsQuery } from '../videos/queries'
import { useErrorName } from '../views/use-error-name'

type View = Worst['items'][number]

interface WorstViewsProps {
  readonly counted: Counted
  readonly onOpen: (view: View) => void
}

/** The views with the lowest experience score. Each opens its timeline. */
export function WorstViews({ counted, onOpen }: WorstViewsProps) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const nameOf = usePartName()
  const errorName = useErrorName()
  const views = useQuery(worstViewsQuery(counted))
  const title = t('analytics:worstViews')
  const whoOf = ({ country, deviceType, deviceName }: View) =>
    [country === '' ? '' : nameOf('country', country), deviceName || nameOf('deviceType', deviceType)].filter(
      Boolean,
    )
  const columns: readonly Column<View>[] = [
    {
      id: 'started',
      head: t('analytics:startedAt'),
      cell: (view) => (
        <button
          type="button"
          onClick={() => onOpen(view)}
          className="max-w-full truncate text-start font-mid"
        >
          <bdi>{format.stamp(view.startedAt)}</bdi>
        </button>
      ),
    },
    {
      id: 'who',
      head: t('analytics:viewerOf'),
      width: '20%',
      from: 'md' as const,
      cell: (view) => <bdi className="truncate">{whoOf(view).join(' · ')}</bdi>,
    },
    {
      id: 'error',
      head: t('analytics:error'),
      width: '30%',
      cell: ({ errorCode }) =>
        errorCode === null ? none : <span className="block truncate text-bad">{errorName(errorCode)}</span>,
    },
    {
      id: 'startup',
      head: t('analytics:metrics.startup-time'),
      width: '130px',
      number: true,
      from: 'sm' as const,
      cell: ({ startupMs }) => (startupMs === null ? none : figure.full('startup-time', startupMs)),
    },
    {
      id: 'rebuffers',
      head: t('analytics:rebuffers'),
      width: '150px',
      number: true,
      from: 'md' as const,
      cell: ({ rebuffers, rebufferTime }) =>
        t('analytics:times', { count: rebuffers, time: format.duration(rebufferTime) }),
    },
    {
      id: 'score',
      head: t('analytics:score'),
      width: '90px',
      number: true,
      cell: ({ score }) => figure.full('experience-score', score),
    },
  ]
  return (
    <section aria-label={title} className="pt-10">
      <h2 className="pb-2 text-16 font-head">{title}</h2>
      {views.isError && !views.data ? (
        <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={views} />
      ) : views.data?.length === 0 ? (
        <p className="text-13 text-ink-3">{t('analytics:noWorst')}</p>
      ) : (
        <Table
          low
          label={title}
          columns={columns}
          rows={views.data}
          rowKey={({ id }) => id}
          rowName={({ startedAt }) => format.stamp(startedAt)}
          onOpen={onOpen}
          skeletonRows={5}
        />
      )}
      <p className="max-w-prose pt-2 text-12 text-pretty text-ink-3">{t('analytics:worstMeans')}</p>
    </section>
  )
}
