import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { type Counted, realtimeQuery } from '../queries'

/** The number of current viewers. */
export function NowWatching({ counted: { environmentId, filters } }: { readonly counted: Counted }) {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery(realtimeQuery(environmentId, filters))
  return (
    <p className="flex min-h-6 items-center gap-2 text-14 text-ink-2" title={t('analytics:nowMeans')}>
      <span aria-hidden className="size-2 rounded-full bg-live" />
      {t('analytics:watchingNow')}
      <bdi className="tabular font-head text-ink">{data ? format.number(data.viewers) : ''}</bdi>
    </p>
  )
}
