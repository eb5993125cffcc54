import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

/** How often a rule fired on each of the last seven days. */
export function FiredBars({ days }: { readonly days: readonly number[] }) {
  const t = useText()
  const format = useFormat()
  const most = Math.max(1, ...days)
  const bars = days.map((count, day) => ({ count, day }))
  const total = days.reduce((sum, count) => sum + count, 0)
  return (
    <span className="flex h-5 items-end gap-1">
      <span className="sr-only">{`${t('alerts:list.columns.fired')}: ${format.number(total)}`}</span>
      {bars.map(({ count, day }) => (
        <span
          key={day}
          aria-hidden
          className={count === 0 ? 'h-0.5 w-2 bg-rule-2' : 'w-2 rounded-1 bg-[var(--c2)]'}
          style={count === 0 ? undefined : { height: `${Math.round(5 + (count / most) * 15)}px` }}
        />
      ))}
    </span>
  )
}
