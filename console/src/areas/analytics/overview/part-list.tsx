import type { Dimension } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { useFigureText } from '../figure-text'
import { isKnownBy } from '../filters'
import { partsQuery } from '../queries'
import { isAboutViews } from '../tabs'
import { useCounted } from '../use-counted'
import { useView } from '../view'
import { BarRow } from './bar-row'
import { usePartName } from './use-part-name'

const MOST = 8

interface PartListProps {
  readonly by: Dimension
  /** Beside the title. */
  readonly end?: ReactNode
}

/** The values of a dimension with most views. */
export function PartList({ by, end }: PartListProps) {
  const t = useText()
  const figure = useFigureText()
  const nameOf = usePartName()
  const counted = useCounted()
  const { tab, metric, compare } = useView()
  // Other figures of these parts are known.
  const usual = isAboutViews(tab) ? 'views' : 'streamed-time'
  const shown = isKnownBy(metric, by) ? metric : usual
  const parts = useQuery(partsQuery(counted, shown, compare, by))
  const title = t(`analytics:dimensions.${by}`)
  const most = Math.max(...(parts.data ?? []).map(({ value }) => value ?? 0), Number.MIN_VALUE)
  return (
    <section aria-label={title} className="min-w-0">
      <PartHead title={title} end={end} />
      {parts.data ? (
        <ol>
          {parts.data.slice(0, MOST).map(({ key, name, value }) => (
            <BarRow
              key={key}
              name={nameOf(by, key, name)}
              value={value === null ? none : figure.full(shown, value)}
              share={(value ?? 0) / most}
            />
          ))}
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
    <div className="flex items-center justify-between gap-3 pb-2">
      <h2 className="text-16 font-head">{title}</h2>
      {end}
    </div>
  )
}
