import type { BillingAccount } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { useDates } from '../dates'
import { useMoney } from '../money'
import { balancePath, chartSize } from './balance-path'

/** The balance of the last days, unless it was always zero. Time goes left to right in all languages. */
export function BalanceChart({
  account: { days, currency, timezone },
}: {
  readonly account: BillingAccount
}) {
  const t = useText()
  const format = useFormat()
  const money = useMoney(currency)
  const dates = useDates(timezone)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || days.every(({ balance }) => BigInt(balance) === 0n))
    return null
  const { path, zeroY, high, low } = balancePath(days.map(({ balance }) => balance))
  return (
    <Section title={t('billing:account.chart')}>
      <figure dir="ltr" className="flex gap-2 pt-3">
        <div className="tabular flex h-44 shrink-0 flex-col justify-between text-right text-11 text-ink-3">
          <bdi>{money.short(high)}</bdi>
          <bdi>{money.short(low)}</bdi>
        </div>
        <div className="min-w-0 flex-1">
          <svg
            role="img"
            aria-label={t('billing:account.chartAbout', {
              number: format.number(days.length),
              first: money.short(first.balance),
              last: money.short(last.balance),
            })}
            viewBox={`0 -2 ${chartSize.width} ${chartSize.height + 4}`}
            preserveAspectRatio="none"
            className="block h-44 w-full border-y border-rule"
          >
            {zeroY !== null && (
              <line
                x1={0}
                x2={chartSize.width}
                y1={zeroY}
                y2={zeroY}
                stroke="var(--rule-3)"
                strokeDasharray="2 3"
                vectorEffect="non-scaling-stroke"
              />
            )}
            <path
              d={path}
              fill="none"
              stroke="var(--c1)"
              strokeWidth={1.8}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <figcaption className="tabular flex justify-between pt-1 text-11 text-ink-3">
            <bdi>{dates.calendarDay(first.day)}</bdi>
            <bdi>{t('billing:account.today')}</bdi>
          </figcaption>
        </div>
      </figure>
    </Section>
  )
}
