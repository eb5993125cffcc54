import { type AlertMetric, metricFacts } from '@kinora/contract'
import { can, type Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Alerts } from '../alerts.ts'

/** Refuses rules about the wallet by callers who may not read billing, and by all without billing. @throws problem forbidden */
export function assertMayWatch(
  { alertSources }: Pick<Alerts, 'alertSources'>,
  { grants }: Pick<Scope, 'grants'>,
  metric: AlertMetric,
): void {
  const { source } = metricFacts(metric)
  if (source !== 'billing') return
  const isOn = alertSources.all().some(({ name }) => name === source)
  if (!isOn || !can(grants, ['Settings', 'Billing', 'read'])) throw problem('forbidden')
}
