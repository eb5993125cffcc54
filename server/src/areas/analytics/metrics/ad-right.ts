import type { MetricId } from '@kinora/contract'
import { can, type Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { isAboutAds } from './columns.ts'
import { definitions } from './definitions.ts'

/** Metrics of ads require the right to read ad channels. @throws problem forbidden */
export function assertAdRight({ grants }: Pick<Scope, 'grants'>, metrics: readonly MetricId[]): void {
  const areOfAds = metrics.some((metric) => isAboutAds(definitions[metric].table))
  if (areOfAds && !can(grants, ['Ad Insertion', 'Channel', 'read'])) throw problem('forbidden')
}
