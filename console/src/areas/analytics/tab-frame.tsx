import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../lib/i18n'
import { languages } from '../../lib/languages'
import { LinkButton } from '../../ui/link-button'
import { Select } from '../../ui/select'
import { NoAccess, useWorkspace } from '../identity'
import { filtersText } from './filters'
import type { Counted } from './queries'
import { localRange, presets, usualPreset } from './ranges'
import { screenOf, type Tab } from './tabs'

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()

/** URL parameters of an analytics tab of a video or live stream. */
interface TabSearch {
  readonly range: string | undefined
  readonly split: string | undefined
  readonly metric: string | undefined
  readonly open: string | undefined
}

/** Reads and updates these parameters. */
export function useTabSearch(): [search: Partial<TabSearch>, set: (change: Partial<TabSearch>) => void] {
  const navigate = useNavigate()
  const { range, split, metric, open } = useSearch({ strict: false })
  return [
    { range, split, metric, open },
    (change) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
  ]
}

type RangeSearch = { readonly range: string } & Partial<Record<'from' | 'to', string>>

interface TabFrameProps {
  /** ID of the video or live stream. */
  readonly objectId: string
  /** When the live stream went on air. Null if it is off air; undefined for videos. */
  readonly onAirSince?: string | null
  /** The feature of advanced analytics that the tab shows. */
  readonly feature: 'Performance' | 'Video Analytics'
  /** The tab of analytics that the link opens. */
  readonly moreIn: Tab
  /** Shown at the start of the row with the range. */
  readonly lead?: (counted: Counted) => ReactNode
  /** More actions in the row. */
  readonly actions?: (range: RangeSearch) => ReactNode
  readonly children: (counted: Counted) => ReactNode
}

/** An analytics tab of a video or live stream: range, permission check and link to Analytics. */
export function TabFrame({ objectId, onAirSince, feature, moreIn, lead, actions, children }: TabFrameProps) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const { tag: locale } = languages[useLanguage()]
  const [search, set] = useTabSearch()
  const choices = onAirSince ? (['session', ...presets] as const) : presets
  const usual = onAirSince === undefined ? usualPreset : onAirSince === null ? 'last-24-hours' : 'session'
  const chosen = choices.find((one) => one === search.range) ?? usual
  const range = { preset: chosen === 'session' ? { since: onAirSince ?? '' } : chosen, zone }
  const filters = { contentId: [objectId] }
  const counted = { environmentId: environment.id, range, filters, locale }
  const linked: RangeSearch =
    chosen === 'session' ? { range: 'custom', ...localRange(range, Date.now(), locale) } : { range: chosen }
  if (!can(['Analytics', 'Views', 'read']) || !can(['Adv Analytics', feature, 'read'])) {
    return (
      <div className="pt-8">
        <NoAccess what={t('analytics:titles.advanced')} />
      </div>
    )
  }
  return (
    <div className="@container pt-5">
      <div className="flex flex-wrap items-center justify-end gap-3">
        {lead && <div className="me-auto">{lead(counted)}</div>}
        <Select
          hideLabel
          label={t('analytics:range')}
          options={choices.map((id) => ({
            id,
            label: id === 'session' ? t('analytics:thisSession') : t(`analytics:ranges.${id}`),
          }))}
          value={chosen}
          onChange={(id) => set({ range: id })}
        />
        {actions?.(linked)}
        <LinkButton
          to={screenOf(moreIn)}
          params={{ environmentId: environment.id }}
          search={{ tab: moreIn, ...linked, filters: filtersText(filters) }}
        >
          {t('analytics:openInAnalytics')}
        </LinkButton>
      </div>
      {children(counted)}
    </div>
  )
}
