import type { MetricId } from '@kinora/contract'
import { can, type Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { isAboutAds } from './columns.ts'
import { definitions } from './definitions.ts'

/** The environments in which the caller may see these metrics. Those of ads require the right to read ad channels.
 * @throws problem forbidden if there is none */
export function allowedFor(callers: readonly Scope[], metrics: readonly MetricId[]): readonly Scope[] {
  if (!metrics.some((metric) => isAboutAds(definitions[metric].table))) return callers
  const allowed = callers.filter(({ grants }) => can(grants, ['Ad Insertion', 'Channel', 'read']))
  if (allowed.length === 0) throw problem('forbidden')
  return allowed
}
