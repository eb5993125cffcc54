import type { Dimension, MetricId } from '@kinora/contract'
import { useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import { type Filters, filtersOf, filtersText, isKnownWith } from './filters'
import { type CustomRange, isRange, type Preset, presets, type ShownRange, usualPreset } from './ranges'
import { figureTabs, filterDimensions, type Screen, screens, type Tab } from './tabs'

/** The state of a screen of analytics, read from its URL. */
export interface View {
  readonly tab: Tab
  readonly range: ShownRange
  readonly metric: MetricId
  readonly split: Dimension | undefined
  readonly compare: boolean
  /** Whether countries are shown on a map. */
  readonly map: boolean
  /** Whether the chart marks events of videos and live streams. */
  readonly marks: boolean
  /** Filters that apply to the tab. The URL can have more, for other tabs. */
  readonly filters: Filters
  /** The open drawer or page: `exports`; `views`; `error:CODE`, the views that ended with an error; `view:ID:MS:CODE`, a
   * view with its start and the error whose list it was opened from; or `compare`, the comparison of the selected videos. */
  readonly open: string
  /** IDs of the selected videos, separated by commas. */
  readonly videos: string | undefined
  /** Sort key of the table of videos. */
  readonly sort: string | undefined
  readonly page: number
}

const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()

/** The current screen of analytics. */
export function useScreen(): Screen {
  const advanced = useMatch({ from: '/$environmentId/Adv_analytics', shouldThrow: false })
  return advanced ? '/$environmentId/Adv_analytics' : '/$environmentId/cdn_analytics'
}

/** Reads the state from the URL. Unknown values fall back to the defaults. */
export function useView(): View {
  const screen = useScreen()
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
  } = useSearch({ from: screen })
  const tabs: readonly Tab[] = screens[screen]
  const tab = tabs.find((one) => one === wanted) ?? screens[screen][0]
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

/** Returns a function that updates the state in the URL. */
export function useChangeView(): (change: ViewChange) => void {
  const navigate = useNavigate({ from: useScreen() })
  const { tab } = useView()
  return ({ preset, filters, ...change }) =>
    void navigate({
      search: (old) => ({
        ...old,
        // Other videos match after a change, so the table returns to its first page.
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
