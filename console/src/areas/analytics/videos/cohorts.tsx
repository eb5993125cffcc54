import type { CohortSplit, Curve, Retention } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FigureTable } from '../../../ui/figure-table'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { type ChartLineOf, TimeChart } from '../charts/time-chart'
import type { Counted } from '../queries'
import { filterDimensions } from '../tabs'
import { usePartName } from '../use-part-name'
import { retentionQuery } from './queries'

/** Splits of the viewers of a video into cohorts. */
export const cohortChoices: readonly CohortSplit[] = [
  'week',
  ...filterDimensions('videos').filter((dimension) => dimension !== 'contentId' && dimension !== 'category'),
]

interface RetentionCurvesProps {
  readonly counted: Counted
  readonly contentId: string
  readonly whole: Retention
  readonly split: CohortSplit | undefined
  readonly onSplit: (split: string | undefined) => void
}

/** Audience retention of all viewers, or of each cohort. */
export function RetentionCurves({ counted, contentId, whole, split, onSplit }: RetentionCurvesProps) {
  const t = useText()
  return (
    <section aria-label={t('analytics:retention')} className="pt-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
        <h2 className="text-16 font-head">{t('analytics:retention')}</h2>
        <div className="ms-auto pe-11">
          <Select
            hideLabel
            label={t('analytics:split')}
            options={[
              { id: 'none', label: t('analytics:notSplit') },
              ...cohortChoices.map((id) => ({
                id,
                label: t('analytics:splitBy', {
                  part: id === 'week' ? t('analytics:weekOfView') : t(`analytics:dimension.${id}`),
                }),
              })),
            ]}
            value={split ?? 'none'}
            onChange={(id) => onSplit(id === 'none' ? undefined : id)}
          />
        </div>
      </div>
      {split === undefined ? (
        <WholeCurve whole={whole} />
      ) : (
        <Cohorts key={split} counted={counted} contentId={contentId} split={split} />
      )}
    </section>
  )
}

function WholeCurve({ whole }: { readonly whole: Retention }) {
  const t = useText()
  const { points, views } = whole
  const share = (count: number) => (views === 0 ? null : count / views)
  return (
    <>
      <Curves
        points={points}
        lines={[
          {
            key: 'views',
            name: t('analytics:playedOnce'),
            values: points.map((point) => share(point.views)),
          },
          {
            key: 'plays',
            name: t('analytics:playedAgain'),
            values: points.map((point) => share(point.plays)),
          },
        ]}
      />
      <p className="max-w-prose pt-1 text-12 text-ink-3">{t('analytics:retentionMeans')}</p>
    </>
  )
}

function Cohorts({
  counted,
  contentId,
  split,
}: Pick<RetentionCurvesProps, 'counted' | 'contentId'> & { readonly split: CohortSplit }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePartName()
  const query = useQuery(retentionQuery(counted, contentId, split))
  const { data } = query
  if (query.isError && !data)
    return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={query} />
  if (data?.cohorts === undefined) {
    return (
      <div aria-busy>
        <Skeleton className="h-60 w-full" />
      </div>
    )
  }
  const { cohorts } = data
  const all = { key: 'all', name: t('analytics:allViewers'), curve: data, isBefore: true }
  const rows = [
    ...cohorts.map(({ key, name, ...curve }) => ({
      key: `cohort ${key}`,
      curve,
      isBefore: false,
      name:
        split === 'week'
          ? t('analytics:weekFrom', { day: format.day(`${key}T00:00`) })
          : nameOf(split, key, name),
    })),
    all,
  ]
  return (
    <>
      <Curves
        points={data.points}
        lines={rows.map(({ key, name, curve, isBefore }) => ({
          key,
          name,
          isBefore,
          values: sharesOf(curve),
        }))}
      />
      <FigureTable
        label={t('analytics:cohorts')}
        className="mt-4 max-w-160"
        heads={[
          { key: 'cohort', name: t('analytics:cohorts') },
          { key: 'views', name: t('analytics:metrics.views') },
          { key: 'completion', name: t('analytics:completion') },
        ]}
        rows={rows.map(({ key, name, curve: { views, completion } }) => ({
          key,
          cells: [
            <bdi key="name">{name}</bdi>,
            format.number(views),
            completion === null ? none : format.exactPercent(completion),
          ],
        }))}
      />
      <p className="max-w-prose pt-2 text-12 text-ink-3">
        {t(split === 'week' ? 'analytics:weeksMean' : 'analytics:cohortsMean')}
      </p>
    </>
  )
}

function sharesOf({ views, points }: Curve): (number | null)[] {
  return points.map((point) => (views === 0 ? null : point.views / views))
}

interface CurvesProps {
  readonly points: Curve['points']
  readonly lines: readonly ChartLineOf[]
}

function Curves({ points, lines }: CurvesProps) {
  const t = useText()
  const format = useFormat()
  const percent = (value: number) => format.exactPercent(value)
  return (
    <TimeChart
      label={t('analytics:retention')}
      sentence={t('analytics:retentionMeans')}
      steps={points.map(({ at }) => format.duration(at))}
      lines={lines}
      isWhole={false}
      valueText={percent}
      tickText={percent}
    />
  )
}
