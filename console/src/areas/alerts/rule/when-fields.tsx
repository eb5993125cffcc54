import {
  type AlertCondition,
  alertConditions,
  comparedS,
  metricFacts,
  thresholdUnit,
} from '@kinora/contract/alerts/values'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { useRuleText } from '../signs/use-rule-text'
import { type Draft, withCondition, withMetric } from './draft'
import { StreamChoice } from './stream-choice'
import { useMetrics } from './use-metrics'

export interface DraftProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly faults: Readonly<Record<string, string>>
}

const windows = [10, 30, 60, 300, 900, 3600, 86_400]
const times = [0, 10, 30, 60, 300, 900, 3600]
const periods = [3600, 86_400, 604_800] as const

/** When a rule fires: metric, condition, times and what it selects. */
export function WhenFields({ draft, onChange, faults }: DraftProps) {
  const t = useText()
  const format = useFormat()
  const { metricName } = useRuleText()
  const metrics = useMetrics()
  // Also the metric of a rule that others made.
  const shown = metrics.includes(draft.metric) ? metrics : [...metrics, draft.metric]
  const { groupings, historyS, source } = metricFacts(draft.metric)
  const change = (next: Partial<Draft>) => onChange({ ...draft, ...next })
  const isAnomaly = draft.condition === 'anomaly'
  const isChange = draft.condition === 'rise' || draft.condition === 'fall'
  // The current value is always known.
  const conditions = alertConditions.filter((condition) => {
    const pastS = comparedS({ condition, periodS: 3600 })
    return pastS === 0 || historyS >= draft.windowS + pastS
  })
  const unit = thresholdUnit(draft.metric, draft.condition)
  const timeOption = (seconds: number) => ({
    id: String(seconds),
    label: seconds === 0 ? t('alerts:form.atOnce') : format.timeSpan(seconds),
  })
  const withOwn = (list: readonly number[], own: number) =>
    [...new Set([...list, own])].toSorted((one, other) => one - other)
  return (
    <div className="grid grid-cols-2 gap-4 pt-3 max-sm:grid-cols-1">
      <Select
        label={t('alerts:form.metric')}
        value={draft.metric}
        onChange={(metric) => onChange(withMetric(draft, metric))}
        options={shown.map((id) => ({ id, label: metricName(id) }))}
      />
      <Select
        label={t('alerts:form.groupBy')}
        value={draft.groupBy}
        onChange={(groupBy) => change({ groupBy })}
        options={groupings.map((id) => ({ id, label: t(`alerts:form.groupings.${id}`) }))}
        {...(faults.groupBy !== undefined && { error: faults.groupBy })}
      />
      <Select
        label={t('alerts:form.condition')}
        value={draft.condition}
        onChange={(condition: AlertCondition) => onChange(withCondition(draft, condition))}
        options={conditions.map((id) => ({ id, label: t(`alerts:form.conditions.${id}`) }))}
      />
      {draft.condition !== 'no-data' && (
        <TextField
          label={t(isAnomaly ? 'alerts:form.score' : 'alerts:form.number')}
          {...(isAnomaly && { help: t('alerts:form.scoreHelp') })}
          number
          ltr
          value={draft.threshold}
          onChange={(threshold) => change({ threshold })}
          error={faults.threshold}
          end={unit === 'count' ? undefined : <Unit>{t(`alerts:form.unitNames.${unit}`)}</Unit>}
        />
      )}
      {isChange && (
        <Select
          label={t('alerts:form.period')}
          value={String(draft.periodS)}
          onChange={(id) => change({ periodS: Number(id) })}
          options={periods
            .filter((period) => historyS >= draft.windowS + period)
            .map((period) => ({ id: String(period), label: t(`alerts:form.periods.${period}`) }))}
          {...(faults.periodS !== undefined && { error: faults.periodS })}
        />
      )}
      <Select
        label={t('alerts:form.window')}
        value={String(draft.windowS)}
        onChange={(id) => change({ windowS: Number(id) })}
        {...(faults.windowS !== undefined && { error: faults.windowS })}
        options={withOwn(windows, draft.windowS).map(timeOption)}
      />
      <Select
        label={t('alerts:form.for')}
        value={String(draft.forS)}
        onChange={(id) => change({ forS: Number(id) })}
        options={withOwn(times, draft.forS).map(timeOption)}
      />
      {source === 'live' && (
        <StreamChoice ids={draft.objectIds} onChange={(objectIds) => change({ objectIds })} />
      )}
    </div>
  )
}

export function Unit({ children }: { readonly children: string }) {
  return <span className="pe-1 text-12 text-ink-3">{children}</span>
}
