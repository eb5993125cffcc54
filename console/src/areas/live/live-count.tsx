import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format'
import { useText } from '../../lib/i18n'
import { useWorkspace } from '../identity'
import { summaryQuery } from './summary'

/** Number of live streams, for the sidebar. */
export function LiveCount() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data } = useQuery(summaryQuery(environment.id))
  if (data === undefined || data.live === 0) return null
  return (
    <span className="tabular flex items-center gap-1.5 text-12 font-mid text-ink">
      <span className="size-[7px] animate-breath rounded-full bg-live" aria-hidden />
      <span className="sr-only">{t('live:streams.liveNow', { count: data.live })}</span>
      <span aria-hidden>{format.number(data.live)}</span>
    </span>
  )
}
