import { type AlertMetric, metricFacts } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import type { Alerts } from '../alerts.ts'

/** Checks that the objects that a rule selects exist in the environment. @throws problem not-found */
export async function assertObjects(
  { alertSources }: Pick<Alerts, 'alertSources'>,
  environmentId: string,
  metric: AlertMetric,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { source: name } = metricFacts(metric)
  const source = alertSources.all().find((each) => each.name === name)
  const names = await source?.names?.(environmentId, ids)
  if (!ids.every((id) => names?.has(id))) throw problem('not-found')
}
