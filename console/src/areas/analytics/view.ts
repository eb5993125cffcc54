import type { Dimension, MetricId } from '@kinora/contract'
import { getRouteApi } from '@tanstack/react-router'
import { type Filters, filtersOf, filtersText, isKnownWith } from './filters'
import { type CustomRange, isRange, type Preset, presets, type ShownRange, usualPreset } from './ranges'
import { figureTabs, filterDimensions, type Tab, tabs } from './tabs'

/** What the screen shows. */
export interface View {
  readonly tab: Tab
  readonly range: ShownRange
  readonly metric: MetricId
  readonly split: Dimension | undefined
  readonly compare: boolean
  /** Countries are on a map. */
  readonly map: boolean
  /** The chart marks what happened. */
  readonly marks: boolean
  /** Those that the figures of the tab can have. The address may have more, for the other tabs. */
  readonly filters: Filters
  /** What is open beside: `exports`, `views`, `error:CODE` for those that it ended, or `view:ID:MS:CODE` for one, with its start and
   * the list that it was opened from; `compare` for the chosen videos. */
  readonly open: string
  /** IDs of chosen videos, separated by commas. */
  readonly videos: string | undefined
  /** Of the list of videos. */
  readonly sort: string | undefined
  readonly page: number
}

const route = getRouteApi('/$environmentId/analytics')
const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()

/** From the address. Unknown words mean the usual view. */
export function useView(): View {
  const {
    tab: wanted,
    range,
    from,
    to,
    zone,
    metric,
    split,
    compare,
    marks,
    map,
    filters,
    open,
    ...list
  } = route.useSearch()
  const tab = tabs.find((one) => one === wanted) ?? 'overview'
  const { metrics, splits } = figureTabs[tab === 'realtime' || tab === 'videos' ? 'overview' : tab]
  const custom = { from, to }
  const set = limitedTo(filterDimensions(tab), filtersOf(filters))
  const shownZone = isZone(zone) ? zone : ownZone
  return {
    tab,
    range: {
      zone: shownZone,
      preset:
        range === 'custom' && isRange(custom, shownZone)
          ? custom
          : (presets.find((one) => one === range) ?? usualPreset),
    },
    metric: metrics.find((one) => one === metric && isKnownWith(one, set)) ?? metrics[0],
    split: splits.find((one) => one === split),
    compare,
    marks,
    map,
    filters: set,
    open,
    ...list,
  }
}

type Changed =
  | 'metric'
  | 'split'
  | 'compare'
  | 'marks'
  | 'map'
  | 'filters'
  | 'open'
  | 'videos'
  | 'sort'
  | 'page'
interface ViewChange extends Partial<Pick<View, Changed>> {
  readonly preset?: Preset | CustomRange
  readonly zone?: string
}

/** Changes what the screen shows. */
export function useChangeView(): (change: ViewChange) => void {
  const navigate = route.useNavigate()
  const { tab } = useView()
  return ({ preset, filters, ...change }) =>
    void navigate({
      search: (old) => ({
        ...old,
        // Other videos match, so the list begins again.
        page: 1,
        ...change,
        ...(filters !== undefined && {
          filters: filtersText({
            ...filtersOf(old.filters),
            ...nothingOf(filterDimensions(tab)),
            ...filters,
          }),
        }),
        ...(typeof preset === 'string' && { range: preset, from: '', to: '' }),
        ...(typeof preset === 'object' && { range: 'custom', ...preset }),
      }),
      replace: true,
    })
}

function limitedTo(dimensions: readonly Dimension[], filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => dimensions.some((one) => one === name)),
  )
}

function nothingOf(dimensions: readonly Dimension[]): Filters {
  return Object.fromEntries(dimensions.map((dimension) => [dimension, []]))
}

function isZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
