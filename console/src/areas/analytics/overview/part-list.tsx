import type { Dimension, Figures } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { useFigureText } from '../figure-text'
import { partsQuery } from '../queries'
import { useView } from '../view'
import { usePartName } from './use-part-name'

const MOST = 8

type ListedDimension = Extract<
  Dimension,
  'contentId' | 'partner' | 'programme' | 'deviceType' | 'deviceName' | 'pageHost'
>

/** The values of a dimension with most views. */
export function PartList({ by }: { readonly by: ListedDimension }) {
  const t = useText()
  const figure = useFigureText()
  const nameOf = usePartName()
  const { environment } = useWorkspace()
  const search = useView()
  const parts = useQuery(partsQuery(environment.id, search, by))
  const title = t(`analytics:lists.${by}`)
  const widest = Math.max(...(parts.data ?? []).map(({ value }) => value ?? 0), Number.MIN_VALUE)
  const row = ({ key, name, value }: NonNullable<Figures['rows']>[number]) => (
    <li key={key} className="border-b border-rule py-1.5">
      <span className="flex items-baseline justify-between gap-3 text-13">
        <bdi className="truncate">{nameOf(by, key, name)}</bdi>
        <bdi className="tabular text-ink-2">{value === null ? none : figure.full(search.metric, value)}</bdi>
      </span>
      <span
        aria-hidden
        className="mt-1 block h-1 rounded-1 bg-act"
        style={{ width: `${Math.max(1, (100 * (value ?? 0)) / widest)}%` }}
      />
    </li>
  )
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-2 text-16 font-head">{title}</h2>
      {parts.data ? (
        <ol>{parts.data.slice(0, MOST).map(row)}</ol>
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
