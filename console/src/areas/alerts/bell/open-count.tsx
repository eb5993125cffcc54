import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { openAlertsQuery, usePlace } from '../queries'

/** Number of alerts that are firing, for the sidebar. */
export function OpenCount() {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery(openAlertsQuery(usePlace()))
  if (data === undefined || data.open === 0) return null
  return (
    <span className="tabular rounded-1 bg-warn-soft px-1.5 text-12 font-mid text-warn">
      <span className="sr-only">{t('alerts:bell.label', { count: data.open })}</span>
      <span aria-hidden>{format.number(data.open)}</span>
    </span>
  )
}
