import { type AlertMetric, metricFacts } from '@kinora/contract'
import { can, type Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'

/** Refuses rules about the wallet by callers who may not read billing. Without billing nobody may. @throws problem forbidden */
export function assertMayWatch({ grants }: Pick<Scope, 'grants'>, metric: AlertMetric): void {
  if (metricFacts(metric).source === 'billing' && !can(grants, ['Settings', 'Billing', 'read']))
    throw problem('forbidden')
}
