import type { Dimension, MetricId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { useFigureText } from '../figure-text'
import { type Counted, partsQuery } from '../queries'
import { usePartName } from '../use-part-name'
import { BarRow } from './bar-row'

const MOST = 8

interface PartListProps {
  readonly counted: Counted
  readonly by: Dimension
  readonly metric: MetricId
  readonly compare?: boolean
  /** Shown beside the title. */
  readonly end?: ReactNode
}

/** The largest values of a dimension. */
export function PartList({ counted, by, metric, compare = false, end }: PartListProps) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const nameOf = usePartName()
  const parts = useQuery(partsQuery(counted, metric, compare, by, MOST))
  const title = t(`analytics:dimensions.${by}`)
  const { rows = [], others } = parts.data ?? {}
  const most = Math.max(...rows.map(({ value }) => value ?? 0), Number.MIN_VALUE)
  const textOf = (value: number | null) => (value === null ? none : figure.full(metric, value))
  return (
    <section aria-label={title} className="min-w-0">
      <PartHead title={title} end={end} />
      {parts.data && rows.length === 0 ? (
        <p className="text-13 text-ink-3">{t('analytics:noneCounted')}</p>
      ) : parts.data ? (
        <ol>
          {rows.map(({ key, name, value }) => (
            <BarRow
              key={key}
              name={nameOf(by, key, name)}
              value={textOf(value)}
              share={(value ?? 0) / most}
            />
          ))}
          {others && (
            <li className="flex items-baseline justify-between gap-3 py-1.5 text-13 text-ink-2">
              <bdi>{t('analytics:others', { number: format.number(others.groups) })}</bdi>
              <bdi className="tabular">{textOf(others.value)}</bdi>
            </li>
          )}
        </ol>
      ) : parts.isError ? (
        <p className="flex items-center gap-2 text-13 text-ink-2">
          {t('analytics:failed')}
          <Button variant="quiet" size="small" busy={parts.isFetching} onPress={() => void parts.refetch()}>
            {t('ui:tryNow')}
          </Button>
        </p>
      ) : (
        <div aria-busy>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </section>
  )
}

export function PartHead({ title, end }: { readonly title: string; readonly end: ReactNode }) {
  return (
    <div className="flex min-h-10.5 items-center justify-between gap-3 pb-2">
      <h2 className="text-16 font-head">{title}</h2>
      {end}
    </div>
  )
}
