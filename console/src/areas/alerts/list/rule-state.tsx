import type { AlertRule } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark } from '../../../ui/status-mark'
import { Hatch } from '../signs/hatch'

/** Whether a rule fires, and for what, or that it does not work. */
export function RuleState({
  rule,
}: {
  readonly rule: Pick<AlertRule, 'enabled' | 'state' | 'open' | 'staleSince'>
}) {
  const t = useText()
  const format = useFormat()
  const [first] = rule.open
  if (!rule.enabled) return <StatusMark tone="hollow">{t('alerts:list.states.off')}</StatusMark>
  if (rule.staleSince !== null)
    return (
      <StatusMark tone="bad">{t('alerts:list.stale', { at: format.moment(rule.staleSince) })}</StatusMark>
    )
  if (first === undefined)
    return rule.state === 'pending' ? (
      <StatusMark tone="planned">{t('alerts:list.states.pending')}</StatusMark>
    ) : (
      <StatusMark tone="good">{t('alerts:list.states.quiet')}</StatusMark>
    )
  const text =
    rule.open.length > 1
      ? t('alerts:list.firingMany', { count: rule.open.length })
      : first.label === ''
        ? t('alerts:list.states.firing')
        : t('alerts:list.firingFor', { name: isolate(first.label) })
  return (
    <span className="flex min-w-0 items-center gap-2 font-mid text-warn">
      <Hatch className="size-2.5 shrink-0 rounded-1" />
      <span className="cut">{text}</span>
    </span>
  )
}
