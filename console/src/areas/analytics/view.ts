import type { MetricId } from '@kinora/contract'
import { metricIds } from '@kinora/contract/analytics/values'
import { getRouteApi } from '@tanstack/react-router'
import { type Preset, presets, usualPreset } from './ranges'

/** What views can be split by on the screen. */
export const splits = [
  'category',
  'contentId',
  'partner',
  'programme',
  'deviceType',
  'os',
  'browser',
  'pageHost',
] as const
export type Split = (typeof splits)[number]

/** What the screen shows. */
export interface View {
  readonly range: Preset
  readonly metric: MetricId
  readonly split: Split | undefined
  readonly compare: boolean
}

const route = getRouteApi('/$environmentId/analytics')

/** From the address. Unknown words mean the usual view. */
export function useView(): View {
  const { range, metric, split, compare } = route.useSearch()
  return {
    range: presets.find((one) => one === range) ?? usualPreset,
    metric: metricIds.find((one) => one === metric) ?? 'views',
    split: splits.find((one) => one === split),
    compare,
  }
}

/** Changes what the screen shows. */
export function useChangeView(): (change: Partial<View>) => void {
  const navigate = route.useNavigate()
  return (change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })
}
