import { adSkipReasons } from '@kinora/contract/ads/values'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { ListSearch } from '../../../ui/list-search'
import { OneFilter } from '../../../ui/one-filter'
import type { SessionsAsked } from '../queries'
import { startOf, timeRanges } from '../time-ranges'

const route = getRouteApi('/$environmentId/ad_insertion_/$channelId')
const deviceTypes = ['phone', 'tablet', 'computer', 'tv', 'console', 'wearable', 'headset', 'other'] as const

/** Filters of the session log, from the URL. */
export function useSessionsAsked(): { readonly asked: SessionsAsked; readonly clear: () => void } {
  const { q = '', reason, device, range, empty } = route.useSearch()
  const navigate = route.useNavigate()
  const deviceType = deviceTypes.find((one) => one === device)
  const why = adSkipReasons.find((one) => one === reason)
  const since = timeRanges.find((one) => one === range)
  return {
    asked: {
      ...wordOf(q.trim()),
      ...(deviceType !== undefined && { deviceType }),
      ...(why !== undefined && { reason: why }),
      ...(since !== undefined && { from: startOf(since) }),
      ...(empty && { withoutAds: true }),
    },
    clear: () => void navigate({ search: { tab: 'sessions' }, replace: true }),
  }
}

/** Interprets the search text: two capital letters are a country, the beginning of a UUID is a session, other texts are ad IDs. */
function wordOf(text: string): SessionsAsked {
  if (text === '') return {}
  if (/^[A-Z]{2}$/.test(text)) return { country: text }
  if (/^[\da-f]{8}-[\da-f-]{0,27}$/.test(text)) return { sessionId: text }
  return { adId: text }
}

/** Filter bar of the session log. */
export function SessionFilters() {
  const t = useText()
  const { q = '', reason, device, range, empty } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <ListSearch
        label={t('ads:log.find')}
        phrase={q}
        onChange={(text) => change({ q: text === '' ? undefined : text })}
        className="w-75 max-sm:w-full"
      />
      <OneFilter
        name={t('ads:log.reason')}
        options={adSkipReasons.map((id) => ({ id, label: t(`ads:decision.reasons.${id}`) }))}
        value={adSkipReasons.find((one) => one === reason)}
        onChange={(id) => change({ reason: id })}
      />
      <OneFilter
        name={t('ads:log.device')}
        options={deviceTypes.map((id) => ({ id, label: t(`ads:log.devices.${id}`) }))}
        value={deviceTypes.find((one) => one === device)}
        onChange={(id) => change({ device: id })}
      />
      <OneFilter
        name={t('ads:log.range')}
        options={timeRanges.map((id) => ({ id, label: t(`ads:log.ranges.${id}`) }))}
        value={timeRanges.find((one) => one === range)}
        onChange={(id) => change({ range: id })}
      />
      <Checkbox checked={empty} onChange={(on) => change({ empty: on })}>
        {t('ads:log.empty')}
      </Checkbox>
    </div>
  )
}
