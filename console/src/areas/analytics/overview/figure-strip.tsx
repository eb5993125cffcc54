import type { MetricId, Totals } from '@kinora/contract'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { isCount, isMoreBetter, useFigureText } from '../figure-text'

interface FigureStripProps {
  readonly items: Totals['items']
  readonly chosen: MetricId
  readonly onChoose: (metric: MetricId) => void
}

/** Totals of the range. The selected one is in the chart. */
export function FigureStrip({ items, chosen, onChoose }: FigureStripProps) {
  const t = useText()
  const figure = useFigureText()
  const hasBefore = items.some(({ previousTotal }) => previousTotal)
  return (
    <ul className="mt-5 grid grid-cols-6 overflow-hidden border-y border-rule @max-[900px]:grid-cols-3 @max-[480px]:grid-cols-2">
      {items.map(({ metric, total, previousTotal }) => (
        <li key={metric} className="-ms-px -mb-px border-s border-b border-rule">
          <button
            type="button"
            aria-pressed={metric === chosen}
            title={[total === null ? [] : figure.full(metric, total), t(`analytics:definitions.${metric}`)]
              .flat()
              .join('\n')}
            onClick={() => onChoose(metric)}
            className={cx(
              'flex size-full flex-col items-start gap-0.5 border-b-2 px-4 py-3 text-start',
              metric === chosen ? 'border-ink' : 'border-transparent hover:bg-sunk',
            )}
          >
            <span className="text-13 text-ink-2">{t(`analytics:metrics.${metric}`)}</span>
            <bdi className="tabular text-22 font-head">
              {total === null
                ? none
                : isCount(metric)
                  ? figure.short(metric, total)
                  : figure.full(metric, total)}
            </bdi>
            {previousTotal !== undefined && hasBefore && (
              <Change metric={metric} now={total} before={previousTotal} />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The change of a metric against the previous period. */
export function Change({
  metric,
  now,
  before,
}: {
  readonly metric: MetricId
  readonly now: number | null
  readonly before: number | null
}) {
  const t = useText()
  const figure = useFigureText()
  if (now === null || before === null || before === 0)
    return <span className="text-12 text-ink-3">{t('analytics:noComparison')}</span>
  const change = now / before - 1
  const isBetter = change > 0 === isMoreBetter(metric)
  const isSame = Math.abs(change) < 0.0005
  return (
    <span className="text-12 text-ink-3">
      <bdi className={cx('tabular', !isSame && (isBetter ? 'text-good' : 'text-bad'))}>
        {figure.change(isSame ? 0 : change)}
      </bdi>{' '}
      {t('analytics:fromBefore', { before: figure.full(metric, before) })}
    </span>
  )
}
