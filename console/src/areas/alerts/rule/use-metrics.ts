import { type AlertMetric, alertMetricIds, metricFacts } from '@kinora/contract/alerts/values'
import { useRights } from '../../identity'

/** Metrics that this person may watch: figures of the wallet need the right to read billing, which nobody has without billing. */
export function useMetrics(): readonly AlertMetric[] {
  const { read } = useRights('Settings', 'Billing')
  return alertMetricIds.filter((id) => read || metricFacts(id).source !== 'billing')
}
