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

/** The environments in which the caller may see these metrics. Those of ads require the right to read ad channels, those
 * of playback that to read performance.
 * @throws problem forbidden if there is none */
export function allowedFor(callers: readonly Scope[], metrics: readonly MetricId[]): readonly Scope[] {
  const areOfAds = metrics.some((metric) => isAboutAds(definitions[metric].table))
  const areOfPlayback = metrics.some((metric) => performanceMetrics.includes(metric))
  const allowed = callers.filter(
    ({ grants }) =>
      (!areOfAds || can(grants, ['Ad Insertion', 'Channel', 'read'])) &&
      (!areOfPlayback || can(grants, ['Adv Analytics', 'Performance', 'read'])),
  )
  if (allowed.length === 0) throw problem('forbidden')
  return allowed
}
