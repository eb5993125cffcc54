import type { AlertRule, AlertUnit } from '@kinora/contract'
import { thresholdUnit } from '@kinora/contract/alerts/values'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

/** Keeps the sign in front of the digits in a text from right to left. */
const LEFT_TO_RIGHT = '\u200e'

type Watched = Pick<AlertRule, 'metric' | 'condition' | 'threshold'>

/** Texts of rules: their metric, their values with units, and what they watch in one line. */
export function useRuleText() {
  const t = useText()
  const format = useFormat()
  const metricName = (metric: AlertRule['metric']) => t(`alerts:metrics.${metric}`)
  const amount = (value: number, unit: AlertUnit) => {
    const rounded = Math.round(value * 100) / 100
    return unit === 's' && Math.abs(rounded) >= 120
      ? format.timeSpan(rounded)
      : t(`alerts:units.${unit}`, { n: `${rounded < 0 ? LEFT_TO_RIGHT : ''}${format.number(rounded)}` })
  }
  const valueText = ({ metric, condition }: Pick<Watched, 'metric' | 'condition'>, value: number) =>
    amount(value, thresholdUnit(metric, condition))
  return {
    metricName,
    valueText,
    sentence(rule: Watched & { readonly forS?: number }) {
      const metric = metricName(rule.metric)
      const what = t(`alerts:sentences.${rule.condition}`, {
        metric,
        threshold: valueText(rule, rule.threshold),
      })
      if (rule.forS === undefined || rule.forS === 0) return what
      return t('alerts:sentences.for', { what, time: format.timeSpan(rule.forS) })
    },
  }
}
