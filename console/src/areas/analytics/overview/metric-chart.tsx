import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { chartMarks } from '../annotations/chart-marks'
import { type ChartLineOf, TimeChart } from '../charts/time-chart'
import { isCount, useFigureText } from '../figure-text'
import { isKnownBy } from '../filters'
import { type ChartData, seriesQuery } from '../queries'
import { useCounted } from '../use-counted'
import { usePartName } from '../use-part-name'
import { useView } from '../view'

/** The selected metric over time, with the previous period or split by a dimension. */
export function MetricChart() {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const nameOf = usePartName()
  const counted = useCounted()
  const { metric, split: wanted, compare, marks } = useView()
  const split = wanted !== undefined && isKnownBy(metric, wanted) ? wanted : undefined
  const query = useQuery(seriesQuery(counted, metric, split, compare))
  const { data } = query
  if (query.isError && !data)
    return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={query} />
  if (!data) {
    return (
      <div aria-busy>
        <Skeleton className="h-60 w-full" />
      </div>
    )
  }
  const name = t(`analytics:metrics.${metric}`)
  const parts = Map.groupBy(data.series, ({ key }) => key ?? '')
  const steps = [...new Set(data.series.map(({ at }) => at))]
  const lines: ChartLineOf[] = [...parts].map(([key, points]) => ({
    key,
    name: split === undefined ? name : nameOf(split, key, data.names.get(key)),
    values: points.map(({ value }) => value),
  }))
  if (data.otherSplits !== undefined) {
    const { groups, series } = data.otherSplits
    const values = series.map(({ value }) => value)
    lines.push({ key: 'others', name: t('analytics:others', { number: format.number(groups) }), values })
  }
  if (data.before?.some(({ value }) => value)) {
    const values = steps.map((_, n) => data.before?.[n]?.value ?? null)
    lines.push({ key: 'before', name: t('analytics:before'), values, isBefore: true })
  }
  const lastStep = steps.at(-1)
  const isPartial = lastStep !== undefined && isUnfinished(lastStep, data)
  const stepText = data.interval === 'day' ? format.day : format.timeOfDay
  return (
    <TimeChart
      label={name}
      sentence={t('analytics:overTime')}
      steps={steps.map((at) => stepText(at))}
      lines={lines}
      partial={isPartial ? t('analytics:soFar', { time: stepText(lastStep) }) : undefined}
      isWhole={isCount(metric)}
      valueText={(value) => figure.full(metric, value)}
      tickText={(value) => figure.short(metric, value)}
      tickUnit={(highest) => figure.tickUnit(metric, highest)}
      marks={marks ? chartMarks(counted, steps) : undefined}
    />
  )
}

const HOUR_MS = 3_600_000
/** Minimum length of each interval. Days can have 23 hours. */
const stepMs = {
  minute: 60_000,
  'half-hour': HOUR_MS / 2,
  hour: HOUR_MS,
  day: 23 * HOUR_MS,
  week: 167 * HOUR_MS,
  month: 671 * HOUR_MS,
} as const

/** Whether the range ends within its last step. */
function isUnfinished(lastStep: string, { interval, to }: Pick<ChartData, 'interval' | 'to'>): boolean {
  return Date.parse(lastStep) + stepMs[interval] > Date.parse(to)
}
