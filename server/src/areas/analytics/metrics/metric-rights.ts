import type { MetricId } from '@kinora/contract'
import { can, type Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { isAboutAds } from './columns.ts'
import { definitions } from './definitions.ts'

const performanceMetrics: readonly MetricId[] = [
  'startup-time',
  'rebuffer-percentage',
  'rebuffer-frequency',
  'exits-before-start',
  'playback-failures',
  'startup-failures',
  'average-bitrate',
  'upscale',
  'downscale',
  'live-latency',
]

/** Metrics of ads require the right to read ad channels, metrics of playback that to read performance.
 * @throws problem forbidden */
export function assertMetricRights({ grants }: Pick<Scope, 'grants'>, metrics: readonly MetricId[]): void {
  const areOfAds = metrics.some((metric) => isAboutAds(definitions[metric].table))
  if (areOfAds && !can(grants, ['Ad Insertion', 'Channel', 'read'])) throw problem('forbidden')
  const areOfPlayback = metrics.some((metric) => performanceMetrics.includes(metric))
  if (areOfPlayback && !can(grants, ['Adv Analytics', 'Performance', 'read'])) throw problem('forbidden')
}
