import type { Dimension } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
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

/** The values of a dimension with most views. */
export function PartList({ by }: { readonly by: Dimension }) {
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
      <h2 className="pb-2 text-16 font-head">{title}</h2>
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
