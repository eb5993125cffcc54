import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useRights } from '../../identity'
import { openAlertsQuery, usePlace } from '../queries'

/** The bell in the header of a phone. */
export function PhoneBell() {
  const { read } = useRights('Alerts', 'Alert')
  return read ? <ReadableBell /> : null
}

function ReadableBell() {
  const t = useText()
  const format = useFormat()
  const place = usePlace()
  const open = useQuery(openAlertsQuery(place)).data?.open ?? 0
  return (
    <Link
      to="/$environmentId/alerts"
      params={{ environmentId: place.environmentId }}
      aria-label={open === 0 ? t('alerts:list.title') : t('alerts:bell.label', { count: open })}
      className="relative flex size-11 items-center justify-center rounded-2 text-ink-2 hover:bg-hover"
    >
      <Bell size={20} aria-hidden />
      {open > 0 && (
        <span
          aria-hidden
          className="tabular absolute end-1 top-1 min-w-4.5 rounded-full bg-warn-soft px-1 text-center text-11 font-mid text-warn"
        >
          {format.number(open)}
        </span>
      )}
    </Link>
  )
}
